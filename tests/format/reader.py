#!/usr/bin/env python3
"""Reader of the dataset file, format 9, written from FORMAT.md alone.

    reader.py DATASET                    one JSON line per pack, in name order
    reader.py DATASET --gtin GTIN...     the ids of the packs with a row for each GTIN
    reader.py DATASET --word WORD...     for each word, the number of its generic products and of its packs
"""

import hashlib
import json
import struct
import sys
from bisect import bisect_left, bisect_right
from datetime import date, timedelta
from itertools import accumulate, pairwise

BNF_ATC, CONCEPTS = 1 << 14, 1 << 15
KNOWN_FLAGS = 0x3FF | BNF_ATC | CONCEPTS
SCHEDULE = "Schedule %s of the NHS prescription regulations: %s"
SCHEDULES = {1: SCHEDULE % (1, "not to be prescribed on the NHS"),
             2: SCHEDULE % (2, "only for the listed conditions (SLS)")}
NOTES = {4: "ACBS", 8: "Personally administered", 16: "FP10 MDA", 32: "Hospital",
         64: "Nurse formulary", 128: "Nurse extended formulary", 256: "Dental formulary"}
NO_DISCOUNT = "Discount not deducted - %s"
PAYMENT = {512: "Special container", 1024: "Sub-pack is a special container", 2048: "Broken bulk",
           4096: NO_DISCOUNT % "automatic", 8192: NO_DISCOUNT % "endorsement required"}


class FormatError(Exception):
    """The file is not a dataset that this program can read."""


def require(condition, problem):
    if not condition:
        raise FormatError(problem)


# Check digits

def dihedral(j, k):
    """The product d(j, k) of Verhoeff's check digit."""
    if j < 5:
        return (j + k) % 5 if k < 5 else 5 + (j + k) % 5
    return 5 + (j - k) % 5 if k < 5 else (j - k) % 5


PRODUCT = [[dihedral(j, k) for k in range(10)] for j in range(10)]
POWERS = [list(range(10))]
for _ in range(7):
    POWERS.append([[1, 5, 7, 6, 2, 8, 3, 0, 9, 4][x] for x in POWERS[-1]])


def code_of_item(item):
    """The whole code of an item in the UK's namespace."""
    body, c = f"{item}100000110", 0
    for i, digit in enumerate(reversed(body), 1):
        c = PRODUCT[c][POWERS[i % 8][int(digit)]]
    return body + str([row[c] for row in PRODUCT].index(0))


def gtin_text(code):
    """A GTIN with 13 or 14 digits, from the *code* of its row."""
    body, rest = divmod(code, 20)
    digits = [int(digit) for digit in reversed(str(body))]
    last = rest // 2 - 3 * sum(digits[::2]) - sum(digits[1::2])
    return f"{body}{last % 10}".zfill(14 if rest & 1 else 13)


# Building blocks

class Column:
    """Numbers of one width, each of them accessible by index."""

    def __init__(self, data, width, count, sliced):
        self.data, self.width, self.count, self.sliced = data, width, count, sliced

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        require(0 <= i < self.count, "the file is damaged: an index is outside its table")
        if self.sliced:
            return int.from_bytes(self.data[i :: self.count], "little")
        return int.from_bytes(self.data[i * self.width : (i + 1) * self.width], "little")

    def decode(self):
        """All numbers, as a list."""
        wide = bytearray(8 * self.count)
        for k in range(self.width):
            if self.sliced:
                wide[k::8] = self.data[k * self.count : (k + 1) * self.count]
            else:
                wide[k::8] = self.data[k :: self.width]
        return list(struct.unpack(f"<{self.count}Q", wide))


class Codes:
    """Codes: items of the UK's namespace, and foreign codes."""

    def __init__(self, c, n=None):
        self.values = c.sliced(n, bounded=False)
        self.foreign = c.column(bounded=False).decode()

    def __len__(self):
        return len(self.values)

    def whole(self, value):
        foreign = len(self.foreign)
        return code_of_item(value - foreign) if value >= foreign else str(self.foreign[value])

    def __getitem__(self, i):
        return self.whole(self.values[i])

    def decode(self):
        return [self.whole(value) for value in self.values.decode()]


class Spans:
    """Lengths of adjacent ranges, with the sum before each 16th."""

    def __init__(self, c, n):
        self.lengths, self.sums = c.column(n), c.sliced((n + 15) // 16)

    def of(self, entries):
        """For each range, its entries."""
        ends = accumulate(self.lengths.decode(), initial=0)
        return [entries[start:end] for start, end in pairwise(ends)]

    def find(self, position):
        """The number of the range that has this position."""
        block = bisect_right(self.sums, position) - 1
        i, end = 16 * block, self.sums[block] + self.lengths[16 * block]
        while end <= position:
            i += 1
            end += self.lengths[i]
        return i


class Words:
    """Sorted words, each with two lists: of generic products or suppliers, and of packs."""

    def __init__(self, c):
        self.count, self.starts, self.list_starts = c.number(), c.column(), c.column()
        self.entries, self.lists = c.blob(), c.blob()

    def first(self, block):
        """The first word of a block, which is stored whole."""
        _, at = varint(self.entries, self.starts[block])
        length, at = varint(self.entries, at)
        return self.entries[at : at + length]

    def find(self, wanted):
        """The two encoded lists of a word; both are empty if no pack has it."""
        block = bisect_right(range(len(self.starts)), wanted, key=self.first) - 1
        if block < 0:
            return b"", b""
        at, start, word = self.starts[block], self.list_starts[block], b""
        for i in range(16 * block, min(16 * block + 16, self.count)):
            shared, at = varint(self.entries, at)
            length, at = varint(self.entries, at)
            word = word[:shared] + self.entries[at : at + length]
            generics, at = varint(self.entries, at + length)
            packs, at = varint(self.entries, at)
            if word == wanted:
                middle = start + generics
                return self.lists[start:middle], self.lists[middle : middle + packs]
            start += generics + packs
        return b"", b""


def varint(data, at):
    """A varint, and the position after it."""
    value = shift = 0
    while data[at] >= 128:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
    return value | data[at] << shift, at + 1


def posting_list(data):
    """The pack numbers of an encoded list."""
    if not data:
        return []
    head, at = varint(data, 0)
    count, notation = divmod(head, 4)
    packs, position = [], 0
    if notation == 2:
        packs = [i for i, bit in enumerate(bits_of(data[at:])) if bit]
    while notation < 2 and len(packs) < count:
        distance, at = varint(data, at)
        more, at = varint(data, at) if notation == 1 else (0, at)
        position += distance
        packs.extend(range(position, position + more + 1))
        position += more + 1 + notation
    require(len(packs) == count, "the file is damaged: a list has not as many packs as it says")
    return packs


BITS = [bytes(byte >> i & 1 for i in range(8)) for byte in range(256)]


def bits_of(data):
    """The bits of a bitmap, one byte for each."""
    return b"".join([BITS[byte] for byte in data])


def decode_names(count, starts, data, name_parts):
    """All names of a front-coded table."""
    names, parts, at = [], [], 0
    for i in range(count):
        if i % 16 == 0:
            at = starts[i // 16]
        halves, at = divmod(data[at], 16), at + 1
        more, at = varint(data, at) if halves[0] == 15 else (0, at)
        parts = parts[: halves[0] + more]
        more, at = varint(data, at) if halves[1] == 15 else (0, at)
        for _ in range(halves[1] + more):
            number, at = varint(data, at)
            parts.append(name_parts[number])
        names.append(" ".join(parts))
    return names


def pick(table, indexes):
    """The entry at each index; None where the index is None."""
    return [None if i is None else table[i] for i in indexes]


def spread(bits, table):
    """For each pack the entry of its run, from the packs at which runs start."""
    return [table[rank - 1] for rank in accumulate(bits)]


def spread_values(bits, values):
    """The entries of a sparse column, with None for those without a value."""
    following = iter(values)
    return [next(following) if bit else None for bit in bits]


class Cursor:
    """Reads structures in sequence. Some are returned as functions that decode them."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def take(self, size):
        self.at += size
        require(self.at <= len(self.data), "the file is damaged: a structure exceeds the file")
        return self.data[self.at - size : self.at]

    def number(self, size=4):
        return int.from_bytes(self.take(size), "little")

    def blob(self):
        return self.take(self.number())

    def column(self, n=None, sliced=False, bounded=True):
        width, count = self.number(1), self.number()
        fits = width <= 8 and n in (None, count) and (bounded or width or count < 2)
        require(fits, "the file is damaged: a column has an impossible width or count")
        return Column(self.take(width * count), width, count, sliced)

    def sliced(self, n=None, bounded=True):
        return self.column(n, True, bounded)

    def texts(self):
        ends, data = self.sliced(), self.blob()
        return lambda: [data[start:end].decode() for start, end in pairwise([0, *ends.decode()])]

    def names(self):
        count, starts, data = self.number(), self.column(), self.blob()
        return lambda name_parts: decode_names(count, starts, data, name_parts)

    def indexed(self, n):
        """Texts and a column of indexes."""
        texts, column = self.texts(), self.column(n)
        return lambda: pick(texts(), column.decode())

    def optional(self, n, table=None):
        """Labels, or a table and a column of optional indexes."""
        table, column = table or self.texts(), self.column(n)
        return lambda: pick([None, *table()], column.decode())

    def bitmap(self, n):
        return bits_of(self.take((n + 63) // 64 * 8))[:n]

    def rank_bitmap(self, n):
        bits = self.bitmap(n)
        self.column((n + 511) // 512)
        return bits

    def sparse(self, n):
        bits = self.rank_bitmap(n)
        column = self.sliced(sum(bits))
        return lambda: spread_values(bits, column.decode())

    def sparse_texts(self, n):
        texts, sparse = self.texts(), self.sparse(n)
        return lambda: pick(texts(), sparse())

    def concepts(self):
        """Codes and texts, as dicts."""
        codes, texts = Codes(self).decode(), self.texts()()
        named = [{"name": name} if name else {} for name in texts]
        return [{"id": code, **name} for code, name in zip(codes, named)]


# The dataset

def verify(data):
    """Verifies the header, and returns the flags."""
    require(data[:8] == b"\x8ePACKS\r\n", "this is not a dataset: its first bytes are others")
    require(len(data) >= 48, "the file is truncated: it ends in the header")
    version, flags, length = struct.unpack_from("<HHI", data, 8)
    older = "file" if version < 9 else "program"
    require(version == 9, f"the file has format {version}, not 9: the {older} is older")
    known = not flags & ~KNOWN_FLAGS and (flags & CONCEPTS or not flags & BNF_ATC)
    require(known, f"the file has unknown flags: {flags:#06x}")
    require(length == len(data), f"the file has {len(data)} bytes, but its header says {length}")
    digest = hashlib.sha256(data[:16] + data[48:]).digest()
    require(digest == data[16:48], "the file is damaged: its SHA-256 is not that of its header")
    return flags


class Dataset:
    """The structures before the concepts; nearly all of them are not decoded yet."""

    def __init__(self, data):
        self.flags = verify(data)
        self.cursor = c = Cursor(data, 48)
        self.release, self.date, self.n = c.blob(), c.take(4), c.number()
        n = self.n
        self.name_parts = c.texts()
        self.products, self.product_starts = c.names(), c.rank_bitmap(n)
        self.generics, self.generic_starts, self.generic_runs = (
            c.names(), c.rank_bitmap(n), c.column())
        self.generic_packs = c.sparse_texts(n)
        self.supplier_names, self.supplier_column = c.texts(), c.column(n)
        self.size_names, self.size_column = c.texts(), c.column(n)
        self.subpack_names, self.subpacks = c.texts(), c.sparse(n)
        self.short_names = c.sparse_texts(n)
        self.legal, self.discontinued = c.indexed(n), c.indexed(n)
        self.discontinued_dates = c.sparse(n)
        self.invalid, self.mixtures = c.bitmap(n), c.bitmap(n)
        self.price, self.price_prev = c.sparse(n), c.sparse(n)
        self.codes = Codes(c, n)
        self.combinations = c.rank_bitmap(n)
        self.component_spans, self.components = Spans(c, sum(self.combinations)), c.column()
        self.days = c.column()
        self.gtin_spans, self.gtin_codes = Spans(c, n), c.column()
        rows = len(self.gtin_codes)
        self.gtin_start, self.gtin_end = c.sliced(rows), c.column(rows)
        self.by_number, self.fences = c.sliced(rows, False), c.column((rows + 15) // 16)
        self.words, self.word_roles, self.supplier_words = Words(c), c.column(), Words(c)
        self.packs_of_generics, self.commonness = c.texts(), c.column()
        self.medicines = c.blob()

    def packs_of_gtin(self, gtin):
        """The ids of the packs that have a row for a GTIN, by binary search."""
        code_of, wanted, packs = self.gtin_codes.__getitem__, gtin // 10 * 20, {}
        block = bisect_left(self.fences, wanted)
        low, high = max(16 * block - 15, 0), min(16 * block, len(self.by_number))
        i = bisect_left(self.by_number, wanted, low, high, key=code_of)
        while i < len(self.by_number) and code_of(row := self.by_number[i]) < wanted + 20:
            if int(gtin_text(code_of(row))) == gtin:
                packs[self.gtin_spans.find(row)] = True
            i += 1
        return [self.codes[pack] for pack in packs]


# Records

def joined(name, size):
    """A name, a space and the size, unless the size is empty."""
    return f"{name} {size}" if size else name


def day_text(day):
    """A date as text; None for the day after the last one, which means unknown."""
    return None if day >= date.max.toordinal() else str(date.min + timedelta(day))


def gtin_rows(d, days):
    """The GTIN rows of each pack, as dicts."""
    codes = [gtin_text(code) for code in d.gtin_codes.decode()]
    starts, ends = pick(days, d.gtin_start.decode()), pick([None, *days], d.gtin_end.decode())
    return d.gtin_spans.of([{"gtin": code, "start_date": start, "end_date": end}
                            for code, start, end in zip(codes, starts, ends)])


def records(d):
    """All packs, as pairs of record and concepts."""
    parts, days = d.name_parts(), [day_text(day) for day in d.days.decode()]
    products, generics = spread(d.product_starts, d.products(parts)), d.generics(parts)
    generic = pick(generics, spread(d.generic_starts, d.generic_runs.decode()))
    suppliers = pick([None, *d.supplier_names()], d.supplier_column.decode())
    sizes = pick(d.size_names(), d.size_column.decode())
    subpack_names, subpacks, names = d.subpack_names(), d.subpacks(), []
    for product, supplier, size, subpack in zip(products, suppliers, sizes, subpacks):
        name = joined(product if supplier is None else f"{product} ({supplier})", size)
        names.append(f"{name} {subpack_names[subpack >> 1]}" if (subpack or 0) & 1 else name)
    codes, generic_packs, short_names = d.codes.decode(), d.generic_packs(), d.short_names()
    legal, discontinued, dates = d.legal(), d.discontinued(), d.discontinued_dates()
    price, price_prev, rows = d.price(), d.price_prev(), gtin_rows(d, days)
    components = spread_values(d.combinations, d.component_spans.of(d.components.decode()))
    concepts = [None] * d.n
    if d.flags & CONCEPTS:
        concepts = concepts_of_packs(d, products, generics)
    for pack, code in enumerate(codes):
        subpack = subpacks[pack]
        record = {
            "pack_id": code,
            "name": names[pack],
            "generic_pack_name": generic_packs[pack] or joined(generic[pack], sizes[pack]),
            "generic_product_name": generic[pack],
            "short_name": short_names[pack],
            "subpack": None if subpack is None else subpack_names[subpack >> 1],
            "legal_category": legal[pack],
        }
        if discontinued[pack] and days[dates[pack]] is not None:
            record["discontinued"] = discontinued[pack]
        record["discontinued_date"] = None if dates[pack] is None else days[dates[pack]]
        record["gtin_codes"] = rows[pack]
        record["prices"] = {"price": price[pack], "price_prev": price_prev[pack]}
        record["invalid"] = 1 if d.invalid[pack] else None
        record["comb_content"] = [{"pack_id": codes[i], "name": names[i]}
                                  for i in components[pack] or []]
        yield record, concepts[pack]


# Concepts: these functions read and decode a table at once. Tables of dicts begin with None,
# so an optional index is an index into them.

def present(**fields):
    """A dict without the fields that are None or empty."""
    return {key: value for key, value in fields.items() if value not in (None, [], {})}


def number_of(text):
    """A decimal text as a number of JSON."""
    return None if text is None else float(text) if "." in text else int(text)


def read_moieties(c):
    entries = c.concepts()
    previous = c.optional(len(entries), Codes(c).decode)()
    return [None, *(
        present(**entry, previous_id=previous[i], invalid=bool(flags & 1))
        for i, (entry, flags) in enumerate(zip(entries, c.column(len(entries)).decode())))]


def read_lists(c, v, more=None):
    """The coded lists of each virtual product: forms, routes or substances."""
    entries, spans, column = c.concepts(), Spans(c, v), c.column()
    entries = pick(entries, column.decode())
    return spans.of(more(c, entries) if more else entries)


def read_strengths(c, entries):
    """The substances with their strengths and bases."""
    value, unit, per, per_unit, basis = [c.optional(len(entries))() for _ in range(5)]
    bases = c.concepts()
    base = pick([None, *bases], c.column(len(entries)).decode())
    return [present(
                **entry, strength=present(
                    value=number_of(value[i]), unit=unit[i],
                    denominator_value=number_of(per[i]), denominator_unit=per_unit[i]),
                basis=basis[i], base=base[i])
            for i, entry in enumerate(entries)]


def read_virtual_products(c, generics, coded):
    """The virtual products, and the optional index of the moiety of each."""
    codes = Codes(c).decode()
    v = len(codes)
    moiety, column = c.sliced(v).decode(), c.sliced(v).decode()
    names = pick(generics + c.texts()(), column)
    previous, previous_name = c.optional(v, Codes(c).decode)(), c.optional(v)()
    forms, routes, substances = read_lists(c, v), read_lists(c, v), read_lists(c, v, read_strengths)
    drug, status, missing, form, size, unit, kind = [c.optional(v)() for _ in range(7)]
    flags, vmps = c.column(v).decode(), [None]
    bnf, atc = [c.optional(v)() if coded else [None] * v for _ in range(2)]
    for i, f in enumerate(flags):
        vmps.append(present(
            id=codes[i], name=names[i], previous_id=previous[i], previous_name=previous_name[i],
            invalid=bool(f & 16), forms=forms[i], routes=routes[i], ingredients=substances[i],
            controlled_drug_category=drug[i], prescribing_status=status[i],
            sugar_free=bool(f & 1), gluten_free=bool(f & 2), preservative_free=bool(f & 4),
            cfc_free=bool(f & 8), unit_dose=present(
                form=form[i], size=number_of(size[i]), unit=unit[i], unit_of_dose=kind[i]),
            non_availability=missing[i], bnf=bnf[i], atc=atc[i]))
    return vmps, [0, *moiety]


def read_virtual_packs(c, vmps, sizes):
    """The virtual packs, and the optional index of the virtual product of each."""
    codes = Codes(c).decode()
    p = len(codes)
    vmp, name, texts = c.sliced(p).decode(), c.sliced(p).decode(), c.texts()()
    quantity, unit, tariff = [c.optional(p)() for _ in range(3)]
    vmpps, flags = [None], c.column(p).decode()
    for i, number in enumerate(name):
        own = number >= len(sizes)
        vmpps.append(present(
            id=codes[i],
            name=texts[number - len(sizes)] if own else joined(vmps[vmp[i]]["name"], sizes[number]),
            invalid=bool(flags[i] & 1), quantity=number_of(quantity[i]), unit=unit[i],
            drug_tariff_category=tariff[i]))
    return vmpps, [0, *vmp]


def read_products_of_packs(c, n):
    """The optional index of the product of each pack."""
    starts, runs, following = c.rank_bitmap(n), [], 1
    for number in c.sparse(c.number())():
        runs.append(following if number is None else number)
        following += number is None
    return spread(starts, runs)


def read_products(c, amp_of, product_names, supplier_of, coded):
    """The products with packs by optional index, and the virtual products of some."""
    codes = Codes(c).decode()
    m = len(codes)
    names, vmp, suppliers = c.sparse_texts(m)(), c.sparse(m)(), [None, *c.concepts()]
    usual, other, kinds = c.column().decode(), c.sparse(m)(), c.column(m).decode()
    flags = c.column().decode()
    authority, restriction, flavour = [c.optional(len(flags))() for _ in range(3)]
    bnf, amps = c.sparse_texts(m)() if coded else [None] * m, {0: None}
    for pack, number in enumerate(amp_of):
        if number not in amps:
            i, kind = number - 1, kinds[number - 1]
            supplier = usual[supplier_of[pack]] if other[i] is None else other[i]
            amps[number] = present(
                id=codes[i], name=product_names[pack] if names[i] is None else names[i],
                invalid=bool(flags[kind] & 4), supplier=suppliers[supplier],
                licensing_authority=authority[kind], availability_restriction=restriction[kind],
                flavour=flavour[kind], parallel_import=bool(flags[kind] & 1),
                additional_monitoring=bool(flags[kind] & 2), bnf=bnf[i])
    return amps, [None, *vmp]


def concepts_of_packs(d, product_names, generics):
    """The concepts of each pack, as dicts."""
    c, n, coded = d.cursor, d.n, d.flags & BNF_ATC
    vtms = read_moieties(c)
    vmps, moiety = read_virtual_products(c, generics, coded)
    vmpps, vmp_of_vmpp = read_virtual_packs(c, vmps, d.size_names())
    vmpp_of = spread(c.rank_bitmap(n), c.column().decode())
    amp_of = read_products_of_packs(c, n)
    supplier_of = d.supplier_column.decode()
    amps, vmp_of_amp = read_products(c, amp_of, product_names, supplier_of, coded)
    notes, first, result = c.sparse(n)(), {}, []
    require(c.at == len(c.data), "the file is damaged: bytes follow the last structure")
    for pack, (amp, vmpp, bits) in enumerate(zip(amp_of, vmpp_of, notes)):
        first.setdefault(amp, vmp_of_vmpp[vmpp])
        vmp = vmp_of_vmpp[vmpp]
        if not vmp and amp:
            vmp = first[amp] if vmp_of_amp[amp] is None else vmp_of_amp[amp]
        result.append(present(
            amp=amps[amp], vmpp=vmpps[vmpp], vmp=vmps[vmp], vtm=vtms[moiety[vmp]],
            schedules=[text for bit, text in SCHEDULES.items() if (bits or 0) & bit],
            prescribing_notes=[text for bit, text in NOTES.items() if (bits or 0) & bit],
            reimbursement_notes=[text for bit, text in PAYMENT.items() if (bits or 0) & bit]))
    return result


# The command line

def print_packs(d, _):
    for record, dmd in records(d):
        line = {"record": record, "dmd": dmd}
        sys.stdout.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def print_gtins(d, gtins):
    for gtin in gtins:
        require(gtin.isascii() and gtin.isdigit() and len(gtin) <= 14, f"no GTIN: {gtin}")
        print(json.dumps(d.packs_of_gtin(int(gtin)), separators=(",", ":")))


def print_words(d, words):
    for word in words:
        generics, packs = d.words.find(word.encode())
        print(word, len(posting_list(generics)), len(posting_list(packs)))


def main(path, option=None, *arguments):
    modes = {None: print_packs, "--gtin": print_gtins, "--word": print_words}
    try:
        with open(path, "rb") as file:
            modes[option](Dataset(file.read()), arguments)
    except (FormatError, OSError) as error:
        sys.exit(f"{path}: {error}")
    except (IndexError, ValueError, OverflowError):
        sys.exit(f"{path}: the file is damaged: a structure has an impossible value")


if __name__ == "__main__":
    if len(sys.argv) == 1 or sys.argv[2:3] not in ([], ["--gtin"], ["--word"]):
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8")
    main(*sys.argv[1:])
