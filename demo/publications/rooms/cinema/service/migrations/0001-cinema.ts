import type { AnyKysely } from '@lokalteil/services/platform/database'

export async function up(db: AnyKysely): Promise<void> {
  await db.schema.createSchema('cinema').ifNotExists().execute()
  await db.schema
    .createTable('cinema.showings')
    .addColumn('mandator', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('time', 'text', (column) => column.notNull())
    .addColumn('hall', 'text', (column) => column.notNull())
    .addColumn('film', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('showings_key', ['mandator', 'day', 'time', 'hall', 'film'])
    .execute()
}
