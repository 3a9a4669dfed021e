#include "engine/reference/world.hpp"

#include <set>

namespace thinair::reference {
namespace {

void collect(const cat::Expr& expr, std::set<std::string>& out) {
  if (expr.kind == cat::Expr::Kind::name) {
    const bool prefixed = expr.name.starts_with("T.") || expr.name.starts_with("G.");
    out.insert(prefixed ? expr.name.substr(2) : expr.name);
  }
  for (const cat::ExprPtr& kid : expr.kids) collect(*kid, out);
}

// What the name means at the end of the model; none if it means nothing, or nothing that is a set or relation.
std::optional<Value> meaning(const std::string& name, Interpreter& interpreter, const Env& env) {
  cat::Expr expr;
  expr.kind = cat::Expr::Kind::name;
  expr.name = name;
  const auto value = interpreter.evaluate(expr, env);
  if (value && (as<Events>(*value) || as<Pairs>(*value) || as<Empty>(*value))) return *value;
  if (!value && name == "E") return Value{Events(interpreter.size(), 1)};
  return std::nullopt;
}

}  // namespace

std::vector<std::string> names_used(const mem::Model& model) {
  std::set<std::string> out;
  for (const cat::Binding& definition : model.definitions) collect(*definition.value, out);
  for (const mem::Condition& condition : model.conditions) {
    collect(*condition.left, out);
    if (condition.right) collect(*condition.right, out);
  }
  for (const mem::Keep& keep : model.keeps) {
    collect(*keep.pairs, out);
    out.insert(keep.relation);
  }
  return {out.begin(), out.end()};
}

Result<Judgement> for_each_world(const cat::Model& model, const std::vector<std::string>& names, const Candidate& candidate,
                                 std::shared_ptr<const events::Structure> structure,
                                 const std::vector<std::optional<program::Value>>& written, JudgeOptions options, Budget& budget,
                                 const VisitWorld& visit) {
  World world{std::move(structure), written, {}};
  options.also = [&](Interpreter& interpreter, const Env& env) {
    world.names.clear();
    for (const std::string& name : names)
      if (auto value = meaning(name, interpreter, env)) world.names.emplace(name, *std::move(value));
    return !visit(world);
  };
  return judge(model, candidate, options, budget);
}

std::vector<std::optional<program::Value>> written_values(const value::TermPool& pool, const events::Structure& s,
                                                          const ReadValues& values) {
  std::vector<std::optional<program::Value>> out(s.size());
  for (std::size_t e = 0; e < s.size(); ++e)
    if (s.events[e].writes()) out[e] = evaluate_term(pool, s.events[e].written, s, values);
  return out;
}

}  // namespace thinair::reference
