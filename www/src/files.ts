// Pictures that are pasted or dropped anywhere on the page.

export function listenForPictures(picture: (file: Blob) => void): void {
  const take = (event: Event, data: DataTransfer | null) => {
    const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    if (!file) return;
    event.preventDefault();
    picture(file);
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData));
  document.addEventListener("drop", (event) => take(event, event.dataTransfer));
  document.addEventListener("dragover", (event) => event.preventDefault());
}
