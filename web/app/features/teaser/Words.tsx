/** Text whose compounds ("74-Jährige", "Rot-Weiß") do not break; the characters stay the same. */
import { Fragment } from 'react'
import { splitWhole } from '@lokalteil/domain/reading/no-break'

export function Words({ text }: { text: string }) {
  const parts = splitWhole(text)
  return parts.length === 1
    ? text
    : parts.map((part, index) =>
        index % 2 === 1 ? (
          <span key={index} className="nowrap">
            {part}
          </span>
        ) : (
          <Fragment key={index}>{part}</Fragment>
        ),
      )
}
