package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.composition.ComposedCall;
import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.MirroredInput;
import dev.hyperterse.catalog.request.JsonPlace;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.catalog.request.RequestTemplate;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The action of a call. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Action.RunSql.class, name = "sql"),
    @JsonSubTypes.Type(value = Action.RunAdHocSql.class, name = "ad-hoc-sql"),
    @JsonSubTypes.Type(value = Action.RunDocument.class, name = "document"),
    @JsonSubTypes.Type(value = Action.RunCommand.class, name = "command"),
    @JsonSubTypes.Type(value = Action.RunRequest.class, name = "request"),
    @JsonSubTypes.Type(value = Action.CallTool.class, name = "tool"),
    @JsonSubTypes.Type(value = Action.GetPrompt.class, name = "prompt"),
    @JsonSubTypes.Type(value = Action.ReadResource.class, name = "resource"),
    @JsonSubTypes.Type(value = Action.RunScript.class, name = "script"),
    @JsonSubTypes.Type(value = Action.Compose.class, name = "composition")
})
public sealed interface Action {
    sealed interface OnAdapter extends Action {
        String adapter();

        /** The list or document of the other side that defines it, and may change at any time; empty where nothing does. */
        default Optional<String> definedBy() {
            return Optional.empty();
        }
    }

    /** An action of another MCP server. */
    sealed interface OnServer extends OnAdapter {
        /** The kind of what the other server defines. */
        UpstreamDefinition defines();

        /** Its name there, or its URI or template of URIs. */
        String named();

        /** The digest of the definition that was approved; absent where none was. */
        Optional<String> definition();

        /** Whether it only reads, so that it may be sent again. */
        boolean readOnly();

        @Override
        default Optional<String> definedBy() {
            return Optional.of(defines().list());
        }

        /** The name: the other server knows the rest. */
        @Override
        default String text() {
            return named();
        }
    }

    /** The sources of its values; one may occur several times. */
    Stream<Reference> references();

    /** Those of them that name the role of a statement. */
    default Stream<Reference> roleReferences() {
        return switch (this) {
            case RunSql sql -> sql.statement().roleReferences();
            case RunScript script ->
                script.queries().stream().flatMap(query -> query.action().roleReferences());
            case RunAdHocSql _, RunDocument _, RunCommand _, RunRequest _, OnServer _, Compose _ -> Stream.of();
        };
    }

    /** Whether the caller, and not the author, chooses what is read. */
    default boolean readsWhatCallersChoose() {
        return this instanceof RunAdHocSql
                || this instanceof RunSql sql && sql.statement().readsNamesOfCallers();
    }

    /** The statement as its author wrote it, for search hits and {@code render}; never executed. */
    String text();

    record RunSql(String adapter, SqlStatement statement, String text) implements OnAdapter {
        @Override
        public Stream<Reference> references() {
            return statement.references();
        }
    }

    /**
     * Runs one statement that the caller has written, if it reads.
     *
     * @param input the one whose value is the statement
     * @param maxCost by the estimate of the engine, in its own unit; a statement with more does not run
     */
    record RunAdHocSql(String adapter, Dialect dialect, Mode mode, String input, Optional<Long> maxCost)
            implements OnAdapter {
        /** Without a limit of its cost. */
        public RunAdHocSql(String adapter, Dialect dialect, Mode mode, String input) {
            this(adapter, dialect, mode, input, Optional.empty());
        }

        /** The same statement, explained by the engine. */
        public RunAdHocSql explained() {
            return new RunAdHocSql(adapter, dialect, Mode.EXPLAIN, input);
        }

        /** The effect of the statement. */
        public enum Mode {
            /** It runs. */
            EXECUTE,
            /** The engine says how it would run. */
            EXPLAIN
        }

        @Override
        public Stream<Reference> references() {
            return Stream.of(new Reference.Input(input));
        }

        /** Nothing: its author has written none. */
        @Override
        public String text() {
            return "";
        }
    }

    record RunDocument(String adapter, DocumentCommand command, String text) implements OnAdapter {
        @Override
        public Stream<Reference> references() {
            return command.references();
        }
    }

    record RunCommand(String adapter, Command command, String text) implements OnAdapter {
        @Override
        public Stream<Reference> references() {
            return command.references();
        }
    }

    /**
     * Sends a request to an HTTP API.
     *
     * @param published the document that describes it, where that is compared
     */
    record RunRequest(String adapter, RequestTemplate request, String text, Optional<PublishedDocument> published)
            implements OnAdapter {

        @Override
        public Optional<String> definedBy() {
            return published.map(PublishedDocument::path);
        }

        @Override
        public Stream<Reference> references() {
            return request.references();
        }
    }

    /**
     * Calls a tool of another MCP server.
     *
     * @param tool its name there
     * @param arguments absent where they are those of the caller, which a schema describes
     * @param readOnly whether it only reads, so that a call may be sent again
     * @param definition the digest of the definition that was approved; absent where none was
     * @param mirrored the arguments of the caller that the other server wants in headers, too
     */
    record CallTool(
            String adapter,
            String tool,
            Optional<JsonPlace> arguments,
            boolean readOnly,
            Optional<String> definition,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MirroredInput> mirrored)
            implements OnServer {
        public CallTool {
            mirrored = mirrored == null ? List.of() : List.copyOf(mirrored);
        }

        /** Of a tool that wants no argument in a header. */
        public CallTool(
                String adapter,
                String tool,
                Optional<JsonPlace> arguments,
                boolean readOnly,
                Optional<String> definition) {
            this(adapter, tool, arguments, readOnly, definition, List.of());
        }

        @Override
        public Stream<Reference> references() {
            return arguments.stream().flatMap(JsonPlace::references);
        }

        @Override
        public UpstreamDefinition defines() {
            return UpstreamDefinition.TOOL;
        }

        @Override
        public String named() {
            return tool;
        }
    }

    /**
     * Gets a prompt of another MCP server; the inputs are its arguments.
     *
     * @param prompt its name there
     */
    record GetPrompt(String adapter, String prompt, Optional<String> definition) implements OnServer {
        @Override
        public Stream<Reference> references() {
            return Stream.of();
        }

        @Override
        public UpstreamDefinition defines() {
            return UpstreamDefinition.PROMPT;
        }

        @Override
        public String named() {
            return prompt;
        }

        @Override
        public boolean readOnly() {
            return true;
        }
    }

    /**
     * Reads a resource of another MCP server.
     *
     * @param address its URI there, or the template that the inputs are the variables of
     */
    record ReadResource(String adapter, ResourceLeaf.Address address, Optional<String> definition) implements OnServer {
        @Override
        public Stream<Reference> references() {
            return Stream.of();
        }

        @Override
        public UpstreamDefinition defines() {
            return switch (address) {
                case ResourceLeaf.Address.Fixed _ -> UpstreamDefinition.RESOURCE;
                case ResourceLeaf.Address.Templated _ -> UpstreamDefinition.TEMPLATE;
            };
        }

        @Override
        public String named() {
            return address.text();
        }

        @Override
        public boolean readOnly() {
            return true;
        }
    }

    /**
     * Has another MCP server complete an argument of a prompt or a template. It is made of their action when that is linked: no
     * catalog has it.
     */
    record CompleteArgument(OnServer of) implements OnServer {
        /** The members of the request beside the reference: the argument, and the ones before it. */
        public static final List<Input> INPUTS =
                List.of(Input.of("argument", InputType.OBJECT, false), Input.of("context", InputType.OBJECT, true));

        @Override
        public String adapter() {
            return of.adapter();
        }

        @Override
        public UpstreamDefinition defines() {
            return of.defines();
        }

        @Override
        public String named() {
            return of.named();
        }

        @Override
        public Optional<String> definition() {
            return of.definition();
        }

        @Override
        public boolean readOnly() {
            return true;
        }

        @Override
        public Stream<Reference> references() {
            return Stream.of();
        }
    }

    /**
     * Runs a script.
     *
     * @param environment the variables that it may read
     * @param queries the statements that it may run by name
     * @param fetch what it may fetch
     */
    record RunScript(CompiledScript script, List<String> environment, List<Query> queries, List<FetchGrant> fetch)
            implements Action {
        public RunScript {
            environment = List.copyOf(environment);
            queries = queries == null ? List.of() : List.copyOf(queries);
            fetch = fetch == null ? List.of() : List.copyOf(fetch);
        }

        /** One that fetches nothing. */
        public RunScript(CompiledScript script, List<String> environment, List<Query> queries) {
            this(script, environment, queries, List.of());
        }

        @Override
        public Stream<Reference> references() {
            return Stream.concat(
                    environment.stream().map(Reference.Environment::new),
                    queries.stream().flatMap(query -> query.action().references()));
        }

        /** Nothing: what a script does is its author's business, and no help in finding the tool. */
        @Override
        public String text() {
            return "";
        }
    }

    /**
     * Calls other tools of the server, and makes one result of theirs.
     *
     * @param calls each of which may read the results of those before it
     */
    record Compose(List<ComposedCall> calls, Expression result) implements Action {
        public Compose {
            calls = List.copyOf(calls);
        }

        @Override
        public Stream<Reference> references() {
            return Stream.of();
        }

        /** Nothing: the tools that it calls are found by their own texts. */
        @Override
        public String text() {
            return "";
        }
    }

    /**
     * A statement that a script runs by name.
     *
     * @param inputs its own; absent where they are those of the definition
     */
    record Query(String name, Optional<List<Input>> inputs, OnAdapter action) {
        public Query {
            inputs = inputs.map(List::copyOf);
        }
    }
}
