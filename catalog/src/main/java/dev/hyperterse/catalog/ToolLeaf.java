package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.statement.Reference;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A compiled tool.
 *
 * @param name what clients call it by
 * @param inputs how arguments are validated and coerced
 * @param inputSchema the JSON Schema shown to clients
 * @param outputSchema the JSON Schema of the structured result, when declared
 * @param action what a call runs
 * @param transforms what changes the arguments before they are validated, and the result, where anything does
 * @param callableFrom whose scripts may call it, where not those of its own namespace alone
 * @param access who may see and call it, where not every caller of the server may
 * @param timeoutMillis the tool's own limit; the server's {@code callTimeout} bounds it
 * @param result how many rows an answer has and how they look, where the tool says so
 * @param cache how long answers are kept, where they are
 * @param rates how many calls of it come in a minute, where it has rates of its own
 * @param task how its calls become tasks, where they do
 * @param view the page on which clients show it, where it has one
 * @param protections the digest of the sections that protect it
 */
public record ToolLeaf(
        LeafIdentity identity,
        String name,
        Optional<String> title,
        Optional<String> description,
        List<Icon> icons,
        Hints hints,
        Inputs inputs,
        JsonNode inputSchema,
        Optional<JsonNode> outputSchema,
        Action action,
        Optional<Transforms> transforms,
        Optional<Callers> callableFrom,
        Optional<AccessPolicy> access,
        Optional<Long> timeoutMillis,
        Optional<ResultRules> result,
        Optional<Cache> cache,
        Optional<ToolRates> rates,
        Optional<Task> task,
        Optional<ToolView> view,
        Optional<String> protections)
        implements Leaf {
    public ToolLeaf {
        hints = hints == null ? Hints.NONE : hints;
        icons = icons == null ? List.of() : List.copyOf(icons);
        // A mapper reads an absent tree as a JSON null.
        outputSchema = outputSchema.filter(schema -> !schema.isNull());
    }

    @Override
    public ToolLeaf with(Optional<AccessPolicy> other) {
        return with(draft -> draft.access = other);
    }

    /** The same, but for what the change sets. */
    public ToolLeaf with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.leaf();
    }

    /** Whether it is the same tool, of the same object in whatever version. */
    public boolean isSameInVersion(ToolLeaf other) {
        return equals(other)
                || identity.equals(other.identity.inVersion(identity.generation()))
                        && equals(other.with(draft -> draft.identity = identity))
                        && schemas().equals(other.schemas());
    }

    /** As clients read them: trees are equal in whatever order their members stand. */
    private List<String> schemas() {
        return Stream.concat(Stream.of(inputSchema), outputSchema.stream())
                .map(JsonNode::toString)
                .toList();
    }

    /** Whether scripts of that namespace may call it, for callers who may. */
    public boolean isCallableFrom(String namespace) {
        return callableFrom
                .map(callers -> callers.admit(namespace))
                .orElseGet(() -> namespace.equals(identity.namespace()));
    }

    /** Clients assume of a tool without the hint that it changes something. */
    public boolean readsOnly() {
        return hints.readOnly().orElse(false);
    }

    /** Whether strangers write what it returns. */
    public boolean returnsMarked() {
        return result.filter(ResultRules::marked).isPresent();
    }

    public boolean hasInput(String input) {
        return inputs.fields().stream().anyMatch(it -> it.name().equals(input));
    }

    /** Whether calls of the tool can be summed up by that input. */
    public boolean hasNumber(String input) {
        return inputs.fields().stream()
                .anyMatch(it -> it.name().equals(input) && it.type().isNumber());
    }

    @Override
    public String publicName() {
        return name;
    }

    /** Namespaces whose scripts may call the tool: all of them, or these. */
    public record Callers(boolean all, List<String> namespaces) {
        public Callers {
            namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
        }

        boolean admit(String namespace) {
            return all || namespaces.contains(namespace);
        }
    }

    /** Scripts around a call, which have no statements of their own. */
    public record Transforms(
            Optional<Action.RunScript> input,
            Optional<Action.RunScript> output,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Action.Query> queries) {
        public Transforms {
            queries = queries == null ? List.of() : List.copyOf(queries);
        }

        Stream<Action.RunScript> scripts() {
            return Stream.concat(input.stream(), output.stream());
        }

        /** Those of the references that name the role of a statement. */
        public Stream<Reference> roleReferences() {
            return queries.stream().flatMap(query -> query.action().roleReferences());
        }

        /** The sources of their values. */
        public Stream<Reference> references() {
            return Stream.concat(
                    scripts().flatMap(Action::references),
                    queries.stream().flatMap(query -> query.action().references()));
        }
    }

    /**
     * Behaviour hints of MCP; absent means the client's default.
     *
     * @param confirm whether the user of the client is asked before each call, which clients do not see
     */
    public record Hints(
            Optional<Boolean> readOnly,
            Optional<Boolean> destructive,
            Optional<Boolean> idempotent,
            Optional<Boolean> openWorld,
            Optional<Boolean> confirm) {
        public static final Hints NONE =
                new Hints(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Those that clients see. */
        public Hints(
                Optional<Boolean> readOnly,
                Optional<Boolean> destructive,
                Optional<Boolean> idempotent,
                Optional<Boolean> openWorld) {
            this(readOnly, destructive, idempotent, openWorld, Optional.empty());
        }
    }

    /** Answers are kept for so long and given to later calls with the same values. */
    public record Cache(long ttlMillis) {}

    /**
     * Calls of clients that know tasks go on after their answer.
     *
     * @param required whether other clients are refused
     * @param afterMillis how long a client waits before it gets a task
     * @param timeoutMillis how long a task may run, where not as long as the server allows
     * @param keepMillis how long it is kept behind the longest run
     */
    public record Task(boolean required, long afterMillis, Optional<Long> timeoutMillis, long keepMillis) {}

    /** The components by name, for {@link #with}: to change one of so many by the constructor is to repeat all others. */
    public static final class Draft {
        public LeafIdentity identity;
        public String name;
        public Optional<String> title;
        public Optional<String> description;
        public List<Icon> icons;
        public Hints hints;
        public Inputs inputs;
        public JsonNode inputSchema;
        public Optional<JsonNode> outputSchema;
        public Action action;
        public Optional<Transforms> transforms;
        public Optional<Callers> callableFrom;
        public Optional<AccessPolicy> access;
        public Optional<Long> timeoutMillis;
        public Optional<ResultRules> result;
        public Optional<Cache> cache;
        public Optional<ToolRates> rates;
        public Optional<Task> task;
        public Optional<ToolView> view;
        public Optional<String> protections;

        private Draft(ToolLeaf of) {
            identity = of.identity;
            name = of.name;
            title = of.title;
            description = of.description;
            icons = of.icons;
            hints = of.hints;
            inputs = of.inputs;
            inputSchema = of.inputSchema;
            outputSchema = of.outputSchema;
            action = of.action;
            transforms = of.transforms;
            callableFrom = of.callableFrom;
            access = of.access;
            timeoutMillis = of.timeoutMillis;
            result = of.result;
            cache = of.cache;
            rates = of.rates;
            task = of.task;
            view = of.view;
            protections = of.protections;
        }

        private ToolLeaf leaf() {
            return new ToolLeaf(
                    identity,
                    name,
                    title,
                    description,
                    icons,
                    hints,
                    inputs,
                    inputSchema,
                    outputSchema,
                    action,
                    transforms,
                    callableFrom,
                    access,
                    timeoutMillis,
                    result,
                    cache,
                    rates,
                    task,
                    view,
                    protections);
        }
    }
}
