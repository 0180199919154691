// The characters that the recognition network knows, in its order.
export const CHARACTERS =
  "'208-7>:],13!;H./*54(6)su[9SYFDAPT@%\"r=q?Jl&xz±et’b<Lwih+IBNMZCoEfUapyngQOkcvW×RGd°KXmV#j·•—éα®β™≤≥μ ";
