// How members of a module are called: on any receiver, such as `codes.map(packs.gtin)`, also behind
// the proxies that frameworks put around objects, where a method or getter with private fields
// would throw; and with the outcome as a value, for callers that expect texts without a barcode.
import { ScanError } from "../errors.js";

/** Gives an instance its own copy of each member of `ofClass`, bound to the instance. */
export function bindMembers(instance, ofClass) {
  for (const name of Reflect.ownKeys(ofClass.prototype)) {
    if (name === "constructor") continue;
    const { get } = Object.getOwnPropertyDescriptor(ofClass.prototype, name);
    const member = get
      ? { get: () => Reflect.get(Object.getPrototypeOf(instance), name, instance) }
      : { value: instance[name].bind(instance), writable: true };
    Object.defineProperty(instance, name, { ...member, configurable: true });
  }
}

/** Returns `{ scan }`, or `{ reason, message }` if the text is not a barcode with a GTIN. */
export function outcomeOf(scan) {
  try {
    return { scan: scan() };
  } catch (error) {
    const { reason, message } = error;
    if (reason === "scan_too_long") return { reason: "input_too_long", message };
    if (!(error instanceof ScanError)) throw error;
    return { reason, message };
  }
}
