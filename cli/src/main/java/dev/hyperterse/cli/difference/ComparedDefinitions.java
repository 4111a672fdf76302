package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.cli.manifest.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The differences of two versions of one definition that clients can observe. */
final class ComparedDefinitions {
    /** Different without a meaning, or compared by themselves. */
    private static final Set<String> OWN_RULES = Set.of("identity", "access", "protections");

    /** Texts for people; calls of a client stay the same. */
    private static final Set<String> DESCRIBING = Set.of("title", "description", "icons", "name", "size", "audience");

    private final List<DefinitionChange> changes = new ArrayList<>();
    /** Members whose difference is said already. */
    private final Set<String> explained = new HashSet<>();

    private ComparedDefinitions() {}

    /** Of definitions that are served under one name. */
    static List<DefinitionChange> between(Leaf before, Leaf after) {
        var compared = new ComparedDefinitions();
        compared.origin(before, after);
        compared.content(before, after);
        compared.rest(before, after);
        compared.changes.addAll(ComparedPolicies.between(before.access(), after.access(), "spec.auth"));
        return List.copyOf(compared.changes);
    }

    private void origin(Leaf before, Leaf after) {
        var old = ObjectKey.of(before.identity());
        var now = ObjectKey.of(after.identity());
        if (!old.equals(now)) {
            changes.add(DefinitionChange.behaviour("", "is %s, was %s".formatted(now.subject(), old.subject())));
        }
    }

    private void content(Leaf before, Leaf after) {
        switch (after) {
            case ToolLeaf now when before instanceof ToolLeaf old -> tool(old, now);
            case PromptLeaf now when before instanceof PromptLeaf old -> prompt(old, now);
            case ResourceLeaf now when before instanceof ResourceLeaf old -> resource(old, now);
            case ToolLeaf _, PromptLeaf _, ResourceLeaf _ ->
                throw new IllegalArgumentException("names of different kinds are different names");
        }
    }

    private void tool(ToolLeaf old, ToolLeaf now) {
        explain(() -> inputs(old, now), "inputs", "inputSchema");
        explain(() -> output(old.outputSchema(), now.outputSchema()), "outputSchema");
        explain(() -> action(Optional.of(old.action()), Optional.of(now.action())), "action");
        if (old.action() instanceof Action.RunRequest before
                && now.action() instanceof Action.RunRequest after
                && asksForTheSame(before, after)) {
            // One document describes many tools; those that it changes differ in other members.
            explained.add("action");
        }
        explain(() -> callers(old, now), "callableFrom");
        explain(() -> task(old, now), "task");
        confirmation(old, now);
        shape(old, now);
    }

    private void explain(Runnable rule, String... members) {
        var before = changes.size();
        rule.run();
        if (changes.size() > before) {
            explained.addAll(List.of(members));
        }
    }

    /** Whatever else differs, whether a rule knows it or not. */
    private void rest(Leaf before, Leaf after) {
        ComparedMembers.different(before, after)
                .filter(member -> !OWN_RULES.contains(member) && !explained.contains(member))
                .forEach(member -> changes.add(new DefinitionChange(
                        DESCRIBING.contains(member) ? Impact.COMPATIBLE : Impact.BEHAVIOUR,
                        "spec." + fieldOf(member),
                        fieldOf(member) + " changed")));
    }

    /** As the manifest calls it. */
    private static String fieldOf(String member) {
        return switch (member) {
            case "timeoutMillis" -> "timeout";
            case "rates" -> "limits";
            case "audience" -> "hints";
            default -> member;
        };
    }

    private void inputs(ToolLeaf old, ToolLeaf now) {
        for (var change : ComparedSchemas.between(old.inputSchema(), now.inputSchema())) {
            var subject = change.property().isEmpty() ? "inputs" : "input " + String.join(".", change.property());
            changes.add(new DefinitionChange(
                    change.impact(), pathOf(now.inputs(), change), subject + " " + change.message()));
        }
        if (!old.inputs().bound().equals(now.inputs().bound())) {
            changes.add(DefinitionChange.behaviour("spec.inputs", "inputs changed"));
        }
    }

    /** Without a grant, scripts of the tool's own namespace may call it. */
    private void callers(ToolLeaf old, ToolLeaf now) {
        var before = callers(old);
        var after = callers(now);
        var message = "scripts of %s may call it, before those of %s".formatted(describe(after), describe(before));
        if (!after.all() && (before.all() || !after.namespaces().containsAll(before.namespaces()))) {
            changes.add(DefinitionChange.breaking("spec.callableFrom", message));
        }
        if (!before.all() && (after.all() || !before.namespaces().containsAll(after.namespaces()))) {
            changes.add(DefinitionChange.rights("spec.callableFrom", message));
        }
    }

    private void task(ToolLeaf old, ToolLeaf now) {
        if (needsTasks(now) && !needsTasks(old)) {
            changes.add(DefinitionChange.breaking(
                    "spec.task.required", "clients without the extension for tasks are refused"));
        }
    }

    private void confirmation(ToolLeaf old, ToolLeaf now) {
        boolean asked = old.hints().confirm().orElse(false);
        boolean asks = now.hints().confirm().orElse(false);
        if (asks && !asked) {
            changes.add(DefinitionChange.breaking("spec.confirm", "clients that cannot be asked are refused"));
        } else if (asked && !asks) {
            changes.add(DefinitionChange.rights("spec.confirm", "users are not asked any more"));
        }
    }

    private void shape(ToolLeaf old, ToolLeaf now) {
        var before = old.result().orElse(ResultRules.NONE).shape();
        var after = now.result().orElse(ResultRules.NONE).shape();
        if (before != after) {
            changes.add(DefinitionChange.breaking(
                    "spec.result.shape", "the result is of shape %s, was of %s".formatted(after, before)));
        }
    }

    private static boolean needsTasks(ToolLeaf tool) {
        return tool.task().filter(ToolLeaf.Task::required).isPresent();
    }

    private static ToolLeaf.Callers callers(ToolLeaf tool) {
        return tool.callableFrom()
                .orElseGet(() ->
                        new ToolLeaf.Callers(false, List.of(tool.identity().namespace())));
    }

    private static String describe(ToolLeaf.Callers callers) {
        return callers.all()
                ? "every namespace"
                : callers.namespaces().isEmpty() ? "no namespace" : String.join(", ", callers.namespaces());
    }

    private static String pathOf(Inputs inputs, SchemaChange change) {
        return switch (inputs) {
            case Inputs.BySchema _ -> {
                var path = new StringBuilder("spec.inputSchema");
                change.property().forEach(name -> path.append(".properties.").append(name));
                yield path.toString();
            }
            case Inputs.Declared declared -> {
                var names =
                        declared.fields().stream().map(field -> field.name()).toList();
                var index = change.property().isEmpty()
                        ? -1
                        : names.indexOf(change.property().getFirst());
                // Positions in the manifest are those of all inputs.
                yield index < 0 || !declared.bound().isEmpty() ? "spec.inputs" : "spec.inputs[%d]".formatted(index);
            }
        };
    }

    /** A client reads results, so what the schema newly allows is what can surprise it. */
    private void output(Optional<JsonNode> before, Optional<JsonNode> after) {
        if (before.equals(after)) {
            return;
        }
        if (before.isEmpty() || after.isEmpty()) {
            changes.add(
                    after.isPresent()
                            ? DefinitionChange.compatible("spec.outputSchema", "results have a schema now")
                            : DefinitionChange.breaking("spec.outputSchema", "results have no schema any more"));
            return;
        }
        var surprises = ComparedSchemas.between(after.get(), before.get()).stream()
                .filter(change -> change.impact() == Impact.BREAKING)
                .map(change -> change.property().isEmpty() ? "the result" : String.join(".", change.property()))
                .distinct()
                .toList();
        changes.add(
                surprises.isEmpty()
                        ? DefinitionChange.compatible(
                                "spec.outputSchema", "outputSchema changed, and allows nothing new")
                        : DefinitionChange.breaking(
                                "spec.outputSchema",
                                "outputSchema allows what it did not before, at " + String.join(", ", surprises)));
    }

    private void action(Optional<Action> before, Optional<Action> after) {
        if (before.equals(after)
                || before.orElse(null) instanceof Action.RunRequest old
                        && after.orElse(null) instanceof Action.RunRequest now
                        && asksForTheSame(old, now)) {
            return;
        }
        var adapter = adapterOf(before);
        var adapterNow = adapterOf(after);
        if (!adapter.equals(adapterNow) && adapter.isPresent() && adapterNow.isPresent()) {
            changes.add(DefinitionChange.behaviour(
                    fieldOf(after) + ".adapter", "adapter is %s, was %s".formatted(adapterNow.get(), adapter.get())));
        }
        if (after.orElse(null) instanceof Action.RunRequest now
                && !before.map(it -> it instanceof Action.RunRequest old
                                && old.request().equals(now.request()))
                        .orElse(false)) {
            changes.add(DefinitionChange.behaviour("spec.http", "request changed"));
        } else if (after.orElse(null) instanceof Action.OnServer now) {
            onServer(before, now);
        } else if (after.orElse(null) instanceof Action.Compose) {
            changes.add(DefinitionChange.behaviour("spec.composition", "composition changed"));
        } else if (!before.map(Action::text).equals(after.map(Action::text))) {
            changes.add(DefinitionChange.behaviour("spec.statement.text", "statement changed"));
        } else if (after.orElse(null) instanceof Action.RunScript) {
            changes.add(DefinitionChange.behaviour("spec.script", "script changed"));
        } else if (adapter.equals(adapterNow)) {
            changes.add(DefinitionChange.behaviour("spec.statement", "runs its statement in another way"));
        }
    }

    private void onServer(Optional<Action> before, Action.OnServer now) {
        if (!before.map(old -> asksForTheSame(old, now)).orElse(false)) {
            changes.add(DefinitionChange.behaviour("spec.mcp", now.defines().word() + " of the other server changed"));
        } else if (!before.map(old -> definition(old).equals(now.definition())).orElse(false)) {
            changes.add(DefinitionChange.behaviour("spec.mcp", "another definition of it is approved"));
        }
    }

    private static boolean asksForTheSame(Action before, Action.OnServer now) {
        return switch (now) {
            case Action.CallTool call ->
                before instanceof Action.CallTool old
                        && old.tool().equals(call.tool())
                        && old.arguments().equals(call.arguments())
                        && old.readOnly() == call.readOnly();
            case Action.GetPrompt get ->
                before instanceof Action.GetPrompt old && old.prompt().equals(get.prompt());
            case Action.ReadResource read ->
                before instanceof Action.ReadResource old && old.address().equals(read.address());
            case Action.CompleteArgument complete -> complete.equals(before);
        };
    }

    /** Whatever document describes it. */
    private static boolean asksForTheSame(Action.RunRequest before, Action.RunRequest now) {
        return before.adapter().equals(now.adapter()) && before.request().equals(now.request());
    }

    private static Optional<String> definition(Action action) {
        return action instanceof Action.OnServer asked ? asked.definition() : Optional.empty();
    }

    private static String fieldOf(Optional<Action> action) {
        return switch (action.orElse(null)) {
            case Action.RunRequest _ -> "spec.http";
            case Action.OnServer _ -> "spec.mcp";
            case null, default -> "spec.statement";
        };
    }

    private static Optional<String> adapterOf(Optional<Action> action) {
        return action.filter(Action.OnAdapter.class::isInstance)
                .map(Action.OnAdapter.class::cast)
                .map(Action.OnAdapter::adapter);
    }

    private void prompt(PromptLeaf old, PromptLeaf now) {
        explain(() -> arguments(old.arguments(), now.arguments()), "arguments");
        // A script of the same code may be another by its queries: the rest says so.
        if (now.asked().filter(Action.OnServer.class::isInstance).isPresent()) {
            explain(() -> action(old.asked(), now.asked()), "script");
        }
    }

    private void resource(ResourceLeaf old, ResourceLeaf now) {
        explain(() -> arguments(old.arguments(), now.arguments()), "arguments");
        explain(() -> mimeType(old, now), "mimeType");
        explain(() -> body(old, now), "body");
    }

    private void mimeType(ResourceLeaf old, ResourceLeaf now) {
        if (!old.mimeType().equals(now.mimeType())) {
            changes.add(DefinitionChange.breaking(
                    "spec.mimeType",
                    "mimeType is %s, was %s"
                            .formatted(
                                    now.mimeType().orElse("absent"),
                                    old.mimeType().orElse("absent"))));
        }
    }

    private void body(ResourceLeaf old, ResourceLeaf now) {
        if (old.asked().isPresent() && now.asked().isPresent()) {
            action(old.asked(), now.asked());
        } else if (!old.body().equals(now.body())) {
            changes.add(DefinitionChange.behaviour("spec", "content changed"));
        }
    }

    private void arguments(List<Argument> before, List<Argument> after) {
        var known = byName(before);
        byName(after).forEach((name, now) -> {
            var old = Optional.ofNullable(known.remove(name));
            var required = now.required() && !old.map(Argument::required).orElse(false);
            if (required) {
                argument(Impact.BREAKING, name, old.isPresent() ? "is required now" : "is new and required");
            } else if (old.isEmpty()) {
                argument(Impact.COMPATIBLE, name, "is new and optional");
            } else if (!old.get().equals(now)) {
                argument(Impact.COMPATIBLE, name, "changed");
            }
        });
        known.keySet().forEach(name -> argument(Impact.BREAKING, name, "is removed"));
    }

    private void argument(Impact impact, String name, String message) {
        changes.add(new DefinitionChange(impact, "spec.arguments", "argument " + name + " " + message));
    }

    private static Map<String, Argument> byName(List<Argument> arguments) {
        var byName = new LinkedHashMap<String, Argument>();
        arguments.forEach(argument -> byName.put(argument.name(), argument));
        return byName;
    }
}
