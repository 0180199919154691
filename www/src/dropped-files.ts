// Files that are pasted or dropped anywhere on the page: pictures of barcodes, and release zips.

export interface FileHandlers {
  picture(file: Blob): void;
  release(file: File): void;
}

export function listenForFiles(handlers: FileHandlers): void {
  const handle = (event: Event, data: DataTransfer | null) => {
    const usable = [...(data?.files ?? [])].find((file) => isPicture(file) || isZip(file));
    if (!usable) return;
    event.preventDefault();
    if (isPicture(usable)) handlers.picture(usable);
    else handlers.release(usable);
  };
  document.addEventListener("paste", (event) => handle(event, event.clipboardData));
  document.addEventListener("drop", (event) => handle(event, event.dataTransfer));
  document.addEventListener("dragover", (event) => event.preventDefault());
}

const isPicture = ({ type }: File) => type.startsWith("image/");

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);
