// What React knows about the element of pack-lookup/scanner.
import type { PackScanner, PackScannerAttributes, PackScannerListeners } from "pack-lookup/scanner";
import type { HTMLAttributes, RefAttributes } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "pack-scanner": HTMLAttributes<PackScanner> &
        RefAttributes<PackScanner> &
        PackScannerAttributes &
        PackScannerListeners;
    }
  }
}
