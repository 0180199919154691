// Timeouts for storage, workers and networks, which may never respond.

export function within<T>(ms: number, work: Promise<T>, otherwise: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ms);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
