/** Opens an account (S2.2-16). A known address gets the same answer, and its owner a mail. */
import type { ReactNode } from 'react'
import { checkRegistration, SALUTATIONS, type FieldErrors } from '@lokalteil/domain/accounts/registration'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { Checkbox, Select, TextField } from '../../ui/Field.tsx'
import { EmailField } from './EmailField.tsx'
import type { FormValues } from './form-values.ts'
import { finishLogin, openDialog, openWays } from './frame.ts'
import { openCalls } from './open-client.ts'
import { PasswordField } from './PasswordField.tsx'
import { FlowLink, SignOnForm } from './SignOnForm.tsx'
import type { RegistrationInput } from './sign-on-client.ts'
import { NewTabLink, TermsLabel } from './TermsLabel.tsx'
import css from './DialogFlow.module.css'

const texts = signOnTexts.registration

export function readRegistration({ text, isTicked }: FormValues): RegistrationInput {
  return {
    salutation: text('salutation'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email').trim(),
    password: text('password'),
    terms: isTicked('terms'),
    advertising: isTicked('advertising'),
  }
}

export function checkRegistrationInput({ terms, advertising, ...input }: RegistrationInput): FieldErrors {
  return checkRegistration({ ...input, consents: { terms, advertising } })
}

/** `children` stand between the form and the link to the login. */
export function RegistrationForm({ children }: { children?: ReactNode }) {
  return (
    <>
      <SignOnForm
        texts={texts}
        read={readRegistration}
        check={checkRegistrationInput}
        send={(input) => openCalls().register(input)}
        onDone={(answer) => finishLogin(answer, openWays())}
      >
        {(field) => (
          <>
            <Select
              {...field('salutation')}
              label={<Optional text={signOnTexts.salutation} />}
              autoComplete="honorific-prefix"
              defaultValue=""
            >
              {SALUTATIONS.map((value) => (
                <option key={value} value={value}>
                  {signOnTexts.salutations[value]}
                </option>
              ))}
            </Select>
            <TextField {...field('firstName')} label={signOnTexts.firstName} autoComplete="given-name" required />
            <TextField {...field('lastName')} label={signOnTexts.lastName} autoComplete="family-name" required />
            <EmailField {...field('email')} />
            <PasswordField
              {...field('password')}
              label={signOnTexts.password}
              hint={signOnTexts.passwordHint}
              isNew
              hasStrength
            />
            <Checkbox {...field('terms')} label={<TermsLabel />} required />
            <Checkbox {...field('advertising')} label={<Optional text={signOnTexts.advertising} />} />
            <p className={css.text}>
              {signOnTexts.privacy.before} <NewTabLink href="/datenschutz">{signOnTexts.privacy.link}</NewTabLink>
              {signOnTexts.privacy.after}
            </p>
          </>
        )}
      </SignOnForm>
      {children}
      <p className={css.more}>
        {texts.known} <FlowLink onPress={() => openDialog('login')}>{texts.login}</FlowLink>
      </p>
    </>
  )
}

function Optional({ text }: { text: string }) {
  return (
    <>
      {text} <span className={css.optional}>{signOnTexts.optional}</span>
    </>
  )
}
