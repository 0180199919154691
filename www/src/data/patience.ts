// Storage, workers and networks may never answer. Nobody is left waiting for them without a word.

export function within<T>(ms: number, work: Promise<T>, otherwise: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ms);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
