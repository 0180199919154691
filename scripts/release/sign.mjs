// node scripts/release/sign.mjs: signs the description of a staged release with the key in
// PACK_LOOKUP_SIGNING_KEY. It starts no other program, so only this process has the key.
import { paths } from "../common/project.mjs";
import { Failure, main } from "../common/run.mjs";
import { signDescription } from "./signature.mjs";

main(async () => {
  const signature = await signDescription(paths.page);
  if (signature === undefined) throw new Failure("PACK_LOOKUP_SIGNING_KEY names no key");
  console.log(`Signed with the key ${signature.key}, sequence ${signature.sequence}`);
});
