// Members that work on any receiver: `codes.map(packs.gtin)`, and behind the proxies that frameworks
// put around objects. A method or getter with private fields would throw there.

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
