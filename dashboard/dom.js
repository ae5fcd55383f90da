/** Helpers for the document: elements by id, and parts that are loaded later. */

/**
 * @template {typeof HTMLElement} [Kind=typeof HTMLElement]
 * @param {string} id
 * @param {Kind} [kind]  what the page's HTML has under that id
 * @returns {InstanceType<Kind>}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  const wanted = kind ?? HTMLElement;
  if (!(element instanceof wanted)) {
    throw new Error(`the page has no ${wanted.name} called ${id}`);
  }
  // Checked above; the compiler can't connect a class with its instances here.
  return /** @type {InstanceType<Kind>} */ (element);
}

/** Whether the user has let this page read controllers. */
export async function mayReadControllers() {
  const permission = await navigator.permissions
    ?.query(/** @type {PermissionDescriptor} */ ({ name: 'midi' }))
    .catch(() => undefined);
  return permission?.state === 'granted' && 'requestMIDIAccess' in navigator;
}

/** Resolves once the style sheet applies. @param {string} address */
export function loadStyle(address) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} was not loaded`));
    };
  });
}

const RELOAD_MS = 2_000;

/** Repeats until it succeeds: the server may restart meanwhile. @template Part @param {() => Promise<Part>} load */
export async function keepTrying(load) {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn(error);
      await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    }
  }
}
