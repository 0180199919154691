// Pictures that another app shares with the installed page. The service worker receives them, and
// keeps them in memory until the page takes them. They are neither stored nor sent.

/** The action of the share target, and the field of its form with the pictures. */
export const SHARE_TARGET = { action: "share", field: "pictures" } as const;

/** The address at which the page asks for shared pictures. */
export const SHARED = "#/shared";

/** The page's message to the service worker, with a port for the answer: an array of files. */
export const TAKE_SHARED = "TAKE_SHARED";

/** A page takes the pictures when it has loaded. One that was closed before never does. */
const KEPT_MS = 60_000;

/** The part of the service worker's event that is used here. */
interface FormEvent {
  waitUntil(work: Promise<void>): void;
}

export class SharedPictures {
  #pictures: File[] = [];
  #taken = () => {};

  /** Answers the form of the share target: keeps its pictures, and redirects to the page. */
  async receive(request: Request, event: FormEvent): Promise<Response> {
    const form = await request.formData().catch(() => new FormData());
    this.#keep(form.getAll(SHARE_TARGET.field).filter(isPicture), event);
    return new Response(null, { status: 303, headers: { Location: `./${SHARED}` } });
  }

  /** Takes the pictures, and forgets them. */
  take(): File[] {
    const pictures = this.#pictures;
    this.#pictures = [];
    this.#taken();
    return pictures;
  }

  /**
   * Keeps pictures in place of earlier ones. The browser does not end the service worker while it
   * waits for the page.
   */
  #keep(pictures: File[], event: FormEvent): void {
    this.take();
    this.#pictures = pictures;
    event.waitUntil(
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.take(), KEPT_MS);
        this.#taken = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    );
  }
}

/** Reports whether a value of the form is a file. A field without a file has an empty one. */
const isPicture = (value: FormDataEntryValue): value is File =>
  value instanceof File && value.size > 0;
