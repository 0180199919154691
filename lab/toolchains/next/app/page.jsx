import { PackLookup } from "pack-lookup";

export const dynamic = "force-dynamic";

export default async function Page() {
  const packs = await PackLookup.demo();
  return <p>{packs.gtin("09521234567899").name}</p>;
}
