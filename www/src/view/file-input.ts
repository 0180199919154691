/** Passes on the chosen file, and resets the input so that the same file can be chosen again. */
export function chosen(take: (file: File) => void): (event: Event) => void {
  return ({ target }) => {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (file) take(file);
  };
}
