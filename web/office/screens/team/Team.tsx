/** Who works here: invite, change, lock, remove. */
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffMember } from '@lokalteil/contracts/office/people'
import type { Grant } from '@lokalteil/contracts/office/values'
import { OFFICE_ROLES } from '@lokalteil/domain/office/acts'
import { ROLES, TEAM } from '../../messages/team.ts'
import { Copyable } from '../../kit/Copyable.tsx'
import { shortMoment } from '../../kit/moments.ts'
import { useAct, useMe, useOffice, useWays } from '../../kit/office.tsx'
import {
  Button,
  Check,
  Chips,
  Choice,
  Confirm,
  Dialog,
  Ends,
  Fault,
  FieldsDialog,
  Field,
  MenuButton,
  Row,
  Suggest,
  type MenuEntry,
} from '../../kit/parts.tsx'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './team.module.css'

type Open = { kind: 'invite' } | { kind: 'change' | 'remove'; member: StaffMember } | { kind: 'link'; link: string }

export default function Team() {
  const office = useOffice()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isBusy, fault, clear } = useAct()
  const { data, error, isPending, refetch } = useQuery({ queryKey: ['staff'], queryFn: () => office.ask('listStaff') })
  const ways = useWays()
  const close = () => {
    clear()
    setOpen(null)
  }
  const dialog = { fault, isBusy, onClose: close }
  /** An act on the list; the dialog closes when it succeeded. */
  const act = async (work: () => Promise<unknown>) => {
    const isDone = await run(async () => {
      await work()
      await queries.invalidateQueries({ queryKey: ['staff'] })
    })
    if (isDone) setOpen(null)
  }
  const invite = async (email: string, name: string, grants: Grant[]) => {
    const made: string[] = []
    await act(async () => {
      const { link } = await office.ask('invite', { body: { email, name, grants } })
      if (link !== null) made.push(link)
      announce(TEAM.sent(name))
    })
    for (const link of made) setOpen({ kind: 'link', link })
  }
  const change = ({ id, name, grants }: StaffMember, isLocked: boolean) =>
    act(() => office.ask('changeStaff', { params: { id }, body: { name, grants, isLocked } }))

  const entriesOf = (member: StaffMember): MenuEntry[] => {
    const { id, state, email, name, grants } = member
    const params = { id }
    return [
      ...(state === 'invited'
        ? [
            { id: 'again', label: TEAM.again, run: () => void invite(email, name, grants) },
            {
              id: 'withdraw',
              label: TEAM.withdraw,
              run: () => void act(() => office.ask('withdrawInvitation', { params })),
            },
          ]
        : [
            {
              id: 'lock',
              label: state === 'locked' ? TEAM.unlock : TEAM.lock,
              run: () => void change(member, state !== 'locked'),
            },
            { id: 'end', label: TEAM.endSessions, run: () => void act(() => office.ask('endSessions', { params })) },
          ]),
      { id: 'remove', label: TEAM.remove, look: 'alert' as const, run: () => setOpen({ kind: 'remove', member }) },
    ]
  }

  return (
    <div className={css.screen}>
      <header className={css.head}>
        <ScreenTitle title={TEAM.title} />
        {ways.data?.hasPasswords !== false && (
          <Button look="main" onClick={() => setOpen({ kind: 'invite' })}>
            {TEAM.invite}
          </Button>
        )}
      </header>
      {open === null && <Fault>{fault}</Fault>}
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className={css.people} aria-label={TEAM.people}>
        {data?.staff.map((member) => (
          <li key={member.id} className={css.person} data-state={member.state}>
            <div>
              <p className={css.name}>
                {member.name} <span className={css.detail}>{member.email}</span>
              </p>
              <ul className={css.grants}>
                {member.grants.map((grant, index) => (
                  <li key={index}>
                    <GrantWords grant={grant} />
                  </li>
                ))}
              </ul>
            </div>
            <p className={css.detail}>
              {[
                TEAM.states[member.state],
                member.byProvider ? TEAM.byProvider : '',
                member.state === 'active' && !member.byProvider && !member.hasSecondFactor ? TEAM.noFactor : '',
                member.lastSeen === null ? TEAM.never : TEAM.lastSeen(shortMoment(member.lastSeen)),
              ]
                .filter((part) => part !== '')
                .join(', ')}
            </p>
            <Row>
              {!member.byProvider && (
                <Button
                  look="small"
                  aria-label={TEAM.changeNamed(member.name)}
                  onClick={() => setOpen({ kind: 'change', member })}
                >
                  {TEAM.change}
                </Button>
              )}
              <MenuButton look="small" label={TEAM.more} isDisabled={isBusy} entries={entriesOf(member)} />
            </Row>
          </li>
        ))}
      </ul>
      {open?.kind === 'invite' && <MemberForm title={TEAM.inviteTitle} act={TEAM.send} {...dialog} onSave={invite} />}
      {open?.kind === 'change' && (
        <MemberForm
          title={open.member.name}
          act={TEAM.save}
          member={open.member}
          {...dialog}
          onSave={(_email, name, grants) => change({ ...open.member, name, grants }, open.member.state === 'locked')}
        />
      )}
      {open?.kind === 'remove' && (
        <Confirm
          title={TEAM.removeTitle(open.member.name)}
          text={open.member.byProvider ? TEAM.removeOfProvider : TEAM.removeText}
          act={TEAM.remove}
          look="alert"
          {...dialog}
          onAct={() => void act(() => office.ask('removeStaff', { params: { id: open.member.id } }))}
        />
      )}
      {open?.kind === 'link' && (
        <Dialog title={TEAM.invite} onClose={close}>
          <p>{TEAM.link}</p>
          <Copyable text={open.link} />
          <Ends>
            <Button look="main" onClick={close}>
              {TEAM.done}
            </Button>
          </Ends>
        </Dialog>
      )}
    </div>
  )
}

function GrantWords({ grant: { publication, role, mayPublish, sections } }: { grant: Grant }) {
  const me = useMe()
  const name = me.publications.find(({ code }) => code === publication)?.name ?? publication
  return (
    <>
      {[
        ROLES[role],
        publication === '*' ? TEAM.everywhere : name,
        role === 'editor' && mayPublish ? TEAM.mayPublish : '',
        sections.length > 0 ? TEAM.sections(sections.join(', ')) : '',
      ]
        .filter((part) => part !== '')
        .join(' · ')}
    </>
  )
}

function MemberForm({
  title,
  act,
  member,
  fault,
  isBusy,
  onSave,
  onClose,
}: {
  title: string
  act: string
  member?: StaffMember
  fault: string | null
  isBusy: boolean
  onSave: (email: string, name: string, grants: Grant[]) => Promise<void>
  onClose: () => void
}) {
  const me = useMe()
  const [email, setEmail] = useState(member?.email ?? '')
  const [name, setName] = useState(member?.name ?? '')
  const fresh: Grant = {
    publication: me.publications[0]?.code ?? '*',
    role: 'editor',
    mayPublish: false,
    sections: [],
  }
  const [grants, setGrants] = useState<Grant[]>(member?.grants ?? [fresh])
  return (
    <FieldsDialog
      title={title}
      act={act}
      fault={fault}
      isOff={isBusy}
      onSend={() => void onSave(email.trim(), name.trim(), grants)}
      onClose={onClose}
    >
      {member === undefined && (
        <Field label={TEAM.email} type="email" required isFirst maxLength={254} value={email} onChange={setEmail} />
      )}
      <Field label={TEAM.name} required maxLength={120} value={name} onChange={setName} />
      {grants.map((grant, index) => (
        <GrantFields
          key={index}
          grant={grant}
          isOnly={grants.length === 1}
          onChange={(next) => setGrants(grants.map((one, at) => (at === index ? next : one)))}
          onRemove={() => setGrants(grants.filter((_, at) => at !== index))}
        />
      ))}
      <Row>
        <Button look="quiet" onClick={() => setGrants([...grants, fresh])}>
          {TEAM.addRole}
        </Button>
      </Row>
    </FieldsDialog>
  )
}

function GrantFields({
  grant,
  isOnly,
  onChange,
  onRemove,
}: {
  grant: Grant
  isOnly: boolean
  onChange: (grant: Grant) => void
  onRemove: () => void
}) {
  const me = useMe()
  const { publication, role, mayPublish, sections } = grant
  const codes = me.publications.some(({ code }) => code === publication) || publication === '*' ? [] : [publication]
  return (
    <fieldset className={css.grant}>
      <legend>{TEAM.role}</legend>
      <div className={css.two}>
        <Choice
          label={TEAM.role}
          isHidden
          value={role}
          options={OFFICE_ROLES.map((one) => [one, ROLES[one]] as const)}
          onChange={(next) =>
            onChange({
              ...grant,
              role: next,
              mayPublish: next === 'editor' && mayPublish,
              sections: next === 'editor' || next === 'chief' ? sections : [],
            })
          }
        />
        <Choice
          label={TEAM.publication}
          isHidden
          value={publication}
          options={[
            ...me.publications.map(({ code, name }) => [code, name] as const),
            ...codes.map((code) => [code, code] as const),
            ['*', TEAM.everywhere],
          ]}
          onChange={(next) => onChange({ ...grant, publication: next, sections: [] })}
        />
      </div>
      {role === 'editor' && (
        <Check
          label={TEAM.mayPublish}
          isOn={mayPublish}
          onChange={(next) => onChange({ ...grant, mayPublish: next })}
        />
      )}
      {(role === 'editor' || role === 'chief') && publication !== '*' && (
        <>
          <p className={css.detail}>
            {TEAM.onlyIn} {sections.length === 0 && TEAM.onlyInHint}
          </p>
          <Chips
            chips={sections.map((path) => ({ key: path, name: path }))}
            onChange={(next) => onChange({ ...grant, sections: next })}
          />
          {/* Who reads no articles gets no suggestions of the desk; then the path is typed. */}
          <Suggest
            code={publication}
            kind="section"
            label={TEAM.addSection}
            except={sections}
            onChoose={({ id }) => onChange({ ...grant, sections: [...sections, id] })}
            onFree={(path) => onChange({ ...grant, sections: [...sections, path] })}
          />
        </>
      )}
      {!isOnly && (
        <Row>
          <Button look="small" onClick={onRemove}>
            {TEAM.removeRole}
          </Button>
        </Row>
      )}
    </fieldset>
  )
}
