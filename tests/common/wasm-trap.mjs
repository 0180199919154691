// Changes WebAssembly so that it traps like a panic.
import binaryen from "binaryen";

/** Makes every second call of the exported function trap, in each instance. */
export function trapEverySecondCall(wasm, exported) {
  const module = binaryen.readBinary(wasm);
  const original = binaryen.getExportInfo(module.getExport(exported)).value;
  const { params, results } = binaryen.getFunctionInfo(module.getFunction(original));
  const { i32, global, local } = module;
  const args = binaryen.expandType(params).map((type, index) => local.get(index, type));
  const body = module.block(null, [
    module.if(global.get("called", binaryen.i32), module.unreachable()),
    global.set("called", i32.const(1)),
    module.call(original, args, results),
  ]);
  module.addGlobal("called", binaryen.i32, true, i32.const(0));
  module.addFunction("trapping", params, results, [], body);
  module.removeExport(exported);
  module.addFunctionExport("trapping", exported);
  return module.emitBinary();
}
