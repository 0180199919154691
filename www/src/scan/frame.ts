// Pixels of a video frame or an image file, whole: matrix codes don't survive halving.

const canvas = document.createElement("canvas");

export function frameOf(video: HTMLVideoElement): ImageData | undefined {
  const { videoWidth: width, videoHeight: height } = video;
  return width && height ? pixels(video, width, height) : undefined;
}

/** More pixels than this cost time and memory, and show nothing that a phone's camera could not. */
const MAX_IMAGE_SIDE = 4096;

export async function imageOf(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height));
  return pixels(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
}

function pixels(source: CanvasImageSource, width: number, height: number): ImageData {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser can't read pixels");
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Every so many pixels are enough to tell a black picture. */
const SAMPLE_STEP = 4 * 997;
const BLACK = 16;

export function isBlack({ data }: ImageData): boolean {
  for (let i = 0; i < data.length; i += SAMPLE_STEP) {
    if (Math.max(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) > BLACK) return false;
  }
  return true;
}
