/** Asks a reader who is not logged in to sign up or log in before a region is followed. */
import { personalTexts } from '../../messages/personal.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

export default function FollowDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={personalTexts.myRegion.followHeading} closeLabel={personalTexts.close} onClose={onClose}>
      <p>{personalTexts.myRegion.followText}</p>
      <p>{personalTexts.free}</p>
      <ButtonLink href="#register" onClick={onClose}>
        {personalTexts.signUp}
      </ButtonLink>
      <p>{personalTexts.alreadyUser}</p>
      <ButtonLink href="#login" look="secondary" onClick={onClose}>
        {personalTexts.login}
      </ButtonLink>
    </Dialog>
  )
}
