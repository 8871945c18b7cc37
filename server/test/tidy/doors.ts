import { importsOf } from './imports.ts'
import { isTest, type Rule } from './source-files.ts'
import { roomOf } from './storeys.ts'

/** Rooms in which every file may be imported: each is a small thing of its own. */
const openRooms = ['primitives']

/** Rooms whose folders are rooms again: an adapter is one folder with one door, and so is a dialect. */
const roomsOfRooms = ['providers', 'gateways']

type Place = { room: string; inner: string | undefined }

function placeOf(path: string): Place | undefined {
  const room = roomOf(path)
  if (room === undefined) return undefined
  const [inner, file] = path.split('/').slice(3)
  return { room, inner: file !== undefined && roomsOfRooms.includes(room) ? inner : undefined }
}

export const doorsRule: Rule = {
  name: 'doors',
  promise: 'between rooms only the file named like the room is imported',
  check: (files) =>
    files
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf)
      .flatMap(({ from, target, line }) => {
        const door = target === undefined ? undefined : missedDoor(from, target)
        return door === undefined
          ? []
          : [{ path: from, line, message: `imports ${target}; its door is ${door}` }]
      }),
}

function missedDoor(from: string, target: string): string | undefined {
  const here = placeOf(from)
  const there = placeOf(target)
  if (there === undefined || !from.startsWith('server/src/') || openRooms.includes(there.room))
    return undefined
  const sameRoom = here?.room === there.room
  if (sameRoom && (there.inner === undefined || here.inner === there.inner)) return undefined
  const folder = there.inner === undefined ? there.room : `${there.room}/${there.inner}`
  const door = `server/src/${folder}/${there.inner ?? there.room}.ts`
  return target === door ? undefined : door
}
