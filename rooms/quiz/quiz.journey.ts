/** R1-75 Quizzes: one question at a time with the right answer at once, by touch and keyboard; a form without scripts. */
import { afterAll, describe, expect, it } from 'vitest'
import { closeBrowser, expectAccessible, openReader, PUBLICATIONS, untilAlive } from '@lokalteil/e2e/reader'

afterAll(closeBrowser)

const QUIZ = '/quiz/einmal-quer-durch-deutschland'
const COUNT = 10

describe.each(['phone', 'desk'] as const)('R1-75 on a %s', (device) => {
  it('a quiz leads from the list to the result, which can be shared and is stored', async () => {
    const colorScheme = device === 'phone' ? 'dark' : 'light'
    const { page, errors, foreignRequests, leave } = await openReader({
      device,
      context: { colorScheme, permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'share'))
    await page.goto('/quiz')
    await untilAlive(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Einmal quer durch Deutschland' }).click()
    await page.waitForURL(`**${QUIZ}`)
    const answers = page.getByRole('list', { name: 'Antworten' }).getByRole('button')
    const status = page.locator('[data-alive] [role=status]')
    await answers.first().waitFor()

    for (let index = 0; index < COUNT; index += 1) {
      await page.getByRole('heading', { name: `Frage ${index + 1} von ${COUNT}` }).waitFor()
      if (device === 'desk') {
        // By keyboard: from the question to the first answer.
        if (index === 0) await answers.first().focus()
        else await page.keyboard.press('Tab')
        expect(await answers.first().evaluate((button) => button === document.activeElement)).toBe(true)
        await page.keyboard.press('Enter')
      } else await answers.first().click()
      await expect.poll(() => status.innerText()).toMatch(/Richtig!|Leider falsch\. Richtig ist: /)
      // The right answer is marked by text, not by colour alone.
      expect(await answers.filter({ hasText: 'richtig' }).count()).toBe(1)
      if (index === 0) await expectAccessible(page)
      if (device === 'desk') {
        await page.keyboard.press('Tab')
        expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Weiter|Zum Ergebnis/)
        await page.keyboard.press('Enter')
      } else await page.getByRole('button', { name: /Weiter|Zum Ergebnis/ }).click()
    }
    const score = page.getByRole('heading', { name: 'Ihr Ergebnis' })
    await score.waitFor()
    expect(await score.evaluate((heading) => heading === document.activeElement)).toBe(true)
    const [right = ''] = /\d+ von 10/.exec(await score.innerText()) ?? []
    expect(await page.getByRole('img', { name: 'Richtig' }).count()).toBe(Number(right.split(' ')[0]))
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    )

    await page.getByRole('button', { name: 'Ergebnis teilen' }).click()
    await page.getByText('in der Zwischenablage').waitFor()
    const shared = await page.evaluate(() => navigator.clipboard.readText())
    expect(shared).toContain(`: ${right}\n`)
    expect(shared.match(/🟩|⬜/gu)).toHaveLength(COUNT)
    expect(shared).toContain(QUIZ)

    await page.getByRole('button', { name: 'Noch einmal' }).click()
    await page.getByRole('heading', { name: `Frage 1 von ${COUNT}` }).waitFor()
    await page.getByText(`Zuletzt: ${right}`).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Quiz', exact: true }).first().click()
    await page.getByRole('listitem').filter({ hasText: 'Einmal quer' }).getByText(`Zuletzt: ${right}`).waitFor()
    expect([errors, foreignRequests]).toEqual([[], []])
    await leave()
  })
})

it('R1-75 without scripts a quiz is a form, and the answer is the result', async () => {
  const { page, leave } = await openReader({ device: 'phone', context: { javaScriptEnabled: false } })
  await page.goto(QUIZ)
  expect(await page.getByRole('group').count()).toBe(COUNT)
  for (let index = 1; index <= COUNT; index += 1) await page.locator(`label:has([name=f${index}])`).first().click()
  await page.getByRole('button', { name: 'Auswerten' }).click()
  await page.getByRole('heading', { name: 'Ihr Ergebnis' }).waitFor()
  expect(await page.getByText('Richtig ist:').count()).toBe(COUNT)
  await page.getByRole('link', { name: 'Noch einmal' }).click()
  await expect.poll(() => page.url()).toMatch(new RegExp(`${QUIZ}$`))
  await leave()
})

it.each(PUBLICATIONS)('R1-75 %s has a quiz', async (publication) => {
  const { page, leave } = await openReader({ publication })
  await page.goto('/quiz')
  expect(await page.locator('main h2 a[href^="/quiz/"]').count()).toBeGreaterThan(0)
  await leave()
})
