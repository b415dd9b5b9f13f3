/** A link to be handed on: to read, to mark with one press, to copy. */
import { PARTS } from '../messages/parts.ts'
import { useAct } from './office.tsx'
import { Button, Fault, Row } from './parts.tsx'
import { announce } from './screen.tsx'
import css from './parts.module.css'

export function Copyable({ text }: { text: string }) {
  const { run, fault } = useAct()
  const copy = () =>
    void run(async () => {
      await navigator.clipboard.writeText(text)
      announce(PARTS.copied)
    })
  return (
    <>
      <p className={css.copyable}>{text}</p>
      <Row>
        <Button onClick={copy}>{PARTS.copy}</Button>
      </Row>
      <Fault>{fault === null ? null : PARTS.notCopied}</Fault>
    </>
  )
}
