// Draws looks over a dark, a bright and a photographic background for the documentation. Strips are stacked, because
// GitHub's page is about as wide as one in OBS's size.

/** Pixels. */
const WIDTH = 800;
const TALL_WIDTH = 380;
const GAP = 8;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address of a running program
 * @param {Buffer} photograph
 * @param {(picture: Buffer, id: string) => Promise<void>} save
 */
export async function drawLooks(browser, address, photograph, save) {
  const backgrounds = [
    'linear-gradient(120deg, #05070d, #1c2030 60%, #2a1030)',
    'linear-gradient(120deg, #fff, #f4f0e4 50%, #cfe6ff)',
    `url(data:image/png;base64,${photograph.toString('base64')}) center 85% / cover`,
  ];
  /** @type {import('../src/web/wire/themes.ts').ThemesMessage} */
  const { themes } = JSON.parse(await (await fetch(`${address}api/v1/themes`)).text());
  for (const { id, size } of themes) {
    const isStrip = size.width > 2 * size.height;
    const scale = (isStrip ? WIDTH : TALL_WIDTH) / size.width;
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    const viewport = isStrip
      ? { width, height: 3 * height + 2 * GAP }
      : { width: 3 * width + 2 * GAP, height };
    const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
    // Pages without an origin show no frames of another.
    await page.goto(`${address}api/v1/now`);
    const demo = id === 'sliderstreaming' ? 'code' : 'usual';
    const cells = backgrounds.map(
      (
        background,
      ) => `<div style="flex:none;width:${width}px;height:${height}px;overflow:hidden;background:${background}">
        <iframe src="${address}overlay/${id}/?demo=${demo}&marquee=off" width="${size.width}" height="${size.height}"
          style="border:0;transform:scale(${scale});transform-origin:0 0"></iframe></div>`,
    );
    const direction = isStrip ? 'column' : 'row';
    await page.setContent(
      `<body style="margin:0;display:flex;flex-direction:${direction};gap:${GAP}px">${cells.join('')}`,
    );
    for (const frame of page.frames().filter((one) => one !== page.mainFrame())) {
      await frame.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
      await frame.evaluate('document.fonts.ready.then(() => undefined)');
    }
    await page.waitForTimeout(300);
    await save(await page.screenshot({ omitBackground: true }), id);
    await page.close();
  }
}
