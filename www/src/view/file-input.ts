// The input that takes a file. It is hidden: its label is the button that people see.
import { html } from "lit-html";

/** Passes on the chosen file, and resets the input so that the same file can be chosen again. */
export function fileInput(id: string, accept: string, take: (file: File) => void) {
  const changed = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (file) take(file);
  };
  return html`<input id=${id} class="visually-hidden" type="file" accept=${accept} @change=${changed}>`;
}
