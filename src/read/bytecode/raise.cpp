// Exceptions: where they go is known from their class, so a throw is a jump (JVMS 2.10).
#include <fmt/format.h>

#include "read/bytecode/thread_code.hpp"

namespace thinair::read::bytecode {

Span ThreadCode::where(const Frame& f) {
  if (!f.code || !f.method.of || !f.method.of->file || f.at >= f.code->instructions.size()) return {};
  return pass_.positions.at(*f.method.of->file, f.code->line(f.code->instructions[f.at].pc));
}

void ThreadCode::refuse(Frame& f, const std::string& what, const std::string& hint) {
  Diagnostic d;
  d.code = "bytecode-unsupported";
  d.message = what;
  d.hint = hint;
  const Frame* at = &f;
  while (at && !at->code) at = at->caller;
  d.has_position = at != nullptr;
  if (at) {
    d.where = where(*at);
    d.message += fmt::format(" (in {}.{})", java_name(at->method.of->name), at->method.method->name);
    for (const Frame* up = at->caller; up && up->code; up = up->caller) {
      Diagnostic note;
      note.severity = Severity::note;
      note.where = where(*up);
      note.message = fmt::format("called from {}.{}", java_name(up->method.of->name), up->method.method->name);
      d.notes.push_back(std::move(note));
    }
  }
  throw Refused{std::move(d)};
}

// An object that cannot be made ends the path, and says that there was more.
void ThreadCode::cut(Frame& f) {
  code_.emit(New{code_.temporary(), 0, 0}, where(f));
  throw Stop{};
}

void ThreadCode::raise(Frame& f, const State& s, const std::string& exception) {
  const ClassInfo& of = world_.find("java/lang/" + exception);
  const ObjectId object = pass_.make(of, fmt::format("{}!{}", site(f), exception));
  raise(f, s, reference(object), where(f));
}

void ThreadCode::raise(Frame& f, State s, Val exception, Span at) {
  const ClassInfo* exact = exception.known ? pass_.thing(known_object(exception)).is : nullptr;
  if (f.code) {
    for (const classfile::Handler& h : f.code->handlers) {
      if (f.at < h.begin || f.at >= h.end) continue;
      const auto caught = [&] {
        State in = s;
        in.stack = {exception};
        flow_to(f, f.flow->block_of[h.at], std::move(in));
      };
      if (h.type.empty()) return caught();
      const ClassInfo& type = world_.find(h.type);
      if (exact) {
        if (world_.is_subclass(*exact, type)) return caught();
        continue;
      }
      const Val fits = instance(f, s, exception, type);
      if (fits.known) {
        if (fits.value != 0) return caught();
        continue;
      }
      const Label next = code_.new_label();
      code_.emit(Branch{fits.expr, next, kNoJoin, false}, where(f));
      caught();
      code_.place(next);
    }
  }
  if (f.caller) {
    f.thrown.push_back({leave(std::move(s)), exception, at});
    return;
  }
  hand_over(f, s);
  if (exact) {
    code_.emit(Throw{short_name(exact->name)}, at);
    return;
  }
  const auto all = pass_.candidates(world_.find("java/lang/Throwable"));
  for (const ClassInfo* one : all) {
    const Label next = code_.new_label();
    code_.emit(Branch{instance(f, s, exception, *one).expr, next, kNoJoin, false}, where(f));
    code_.emit(Throw{short_name(one->name)}, at);
    code_.place(next);
  }
  code_.emit(Throw{"Throwable"}, at);
}

void ThreadCode::raise_if(Frame& f, State& s, Val condition, const std::string& exception) {
  if (condition.known) {
    if (condition.value == 0) return;
    raise(f, s, exception);
    throw Stop{};
  }
  if (!pass_.shared) start_sharing(f, s);
  const Label fine = code_.new_label();
  code_.emit(Branch{condition.expr, fine, kNoJoin, false}, where(f));
  raise(f, s, exception);
  code_.place(fine);
}

}  // namespace thinair::read::bytecode
