// Files that are pasted or dropped anywhere on the page: pictures of barcodes, and release zips.

export interface Takers {
  picture(file: Blob): void;
  release(file: File): void;
}

export function listenForFiles(takers: Takers): void {
  const take = (event: Event, data: DataTransfer | null) => {
    const taken = [...(data?.files ?? [])].find((file) => isPicture(file) || isZip(file));
    if (!taken) return;
    event.preventDefault();
    if (isPicture(taken)) takers.picture(taken);
    else takers.release(taken);
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData));
  document.addEventListener("drop", (event) => take(event, event.dataTransfer));
  document.addEventListener("dragover", (event) => event.preventDefault());
}

const isPicture = ({ type }: File) => type.startsWith("image/");

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);
