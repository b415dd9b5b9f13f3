import type { ToMeta } from '@lokalteil/web/app/page/page'
import { calculatorTexts } from './calculator-texts.ts'
import type { CalculatorData } from './CalculatorPage.tsx'

/** Metadata of the calculators, independent of the input. */
export const calculatorMeta: ToMeta<CalculatorData, 'rechner'> = ({ typed }) => ({
  description: calculatorTexts.intro,
  ...(Object.keys(typed).length === 0 ? {} : { robots: 'noindex,follow' }),
})
