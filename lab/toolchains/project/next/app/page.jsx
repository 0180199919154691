import { PackLookup } from "pack-lookup";

export const dynamic = "force-dynamic";

export default async function Page() {
  const packs = await PackLookup.open();
  return <p>{packs.gtin("09521234567899").name}</p>;
}
