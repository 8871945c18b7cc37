import { Icon } from '../../kit/icon.tsx'
import type { Role } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import classes from './team.module.css'
import { teamWords } from './team-words.ts'
import { powersOf } from './what-roles-may.ts'

/** A role as what somebody with it may do, and may not. */
export function RolePowers({ role }: { role: Role }) {
  const words = useWords(teamWords)
  return (
    <ul className={`bare ${classes.powers}`}>
      {powersOf(role).map(({ name, isGiven }) => (
        <li key={name} data-given={isGiven}>
          <Icon name={isGiven ? 'check' : 'cross'} size={16} />
          <span>
            <span className="heard">{isGiven ? words.may : words.mayNot}: </span>
            {words.powers[name]}
          </span>
        </li>
      ))}
    </ul>
  )
}
