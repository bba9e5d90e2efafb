// Triggers by which the database itself notes down which server wrote which events, and which one owned the session at that moment.

/** The first server is registered before they are there. */
export const NOTE_WRITES = `
  create table public.noted_nodes (id text primary key, name text not null);
  create table public.noted_writes (
    id bigserial primary key, session_id text, first_seq bigint, last_seq bigint, writer text, owner text, epoch bigint);
  create function public.note_node() returns trigger language plpgsql as $$
    begin
      insert into public.noted_nodes values (new.id, current_setting('application_name')) on conflict do nothing;
      return null;
    end $$;
  create function public.note_write() returns trigger language plpgsql as $$
    begin
      insert into public.noted_writes (session_id, first_seq, last_seq, writer, owner, epoch)
        select new.session_id, new.first_seq, new.last_seq, current_setting('application_name'), owner_node, owner_epoch
        from parley.sessions where id = new.session_id;
      return null;
    end $$;
  create trigger note_node after insert on parley.nodes for each row execute function public.note_node();
  create trigger note_write after insert on parley.events for each row execute function public.note_write();
  insert into public.noted_nodes select id, 'server-1' from parley.nodes;`;

export const READ_WRITES = `select json_build_object('sessionId', session_id, 'firstSeq', first_seq, 'lastSeq', last_seq,
    'writer', writer, 'owner', coalesce(noted_nodes.name, noted_writes.owner, 'no server'), 'epoch', coalesce(epoch, 0))
  from public.noted_writes left join public.noted_nodes on noted_nodes.id = noted_writes.owner order by noted_writes.id`;
