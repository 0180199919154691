import { PackLookup } from "pack-lookup";

export const dynamic = "force-dynamic";

const opening = PackLookup.demo();

export async function GET() {
  return Response.json((await opening).gtin("09521234567899"));
}
