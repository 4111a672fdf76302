package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.catalog.input.MirroredInput;
import dev.hyperterse.engines.mcp.message.CallResult;
import dev.hyperterse.engines.mcp.message.CompletionValues;
import dev.hyperterse.engines.mcp.message.Message;
import dev.hyperterse.engines.mcp.message.PromptMessages;
import dev.hyperterse.engines.mcp.message.ResourceContents;
import dev.hyperterse.engines.mcp.message.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A request of a call to another server. */
public sealed interface UpstreamRequest {
    String NAME = "\"name\":";
    String URI = "\"uri\":";
    String ARGUMENTS = ",\"arguments\":";

    /** Of the protocol. */
    String method();

    /** The member that the modern era repeats in a header. */
    default Optional<String> named() {
        return Optional.empty();
    }

    /**
     * The arguments that the modern era repeats in headers, by the names in these.
     *
     * @param memory of the call
     */
    default Map<String, String> repeated(Optional<Reservation> memory) {
        return Map.of();
    }

    /** The other server must declare it, so that it is sent at all. */
    default Optional<String> capability() {
        return Optional.empty();
    }

    /** The members of the parameters. */
    String params();

    /** The reader of its result. @param out with the limit and the memory of the call */
    CallResult result(UpstreamCall call, ResultBuffer out);

    /** The same with the inputs of its call, where they are its arguments. @param inputs as a JSON object */
    default UpstreamRequest with(Supplier<String> inputs) {
        return this;
    }

    /**
     * @param arguments a JSON object; absent until the call gives its inputs
     * @param mirrored those that are repeated
     */
    record Tool(String name, Optional<String> arguments, List<MirroredInput> mirrored) implements UpstreamRequest {
        /** Bytes of objects for each character of JSON. */
        private static final long TREE = 8;

        private static final JsonMapper EXACT = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();

        @Override
        public String method() {
            return "tools/call";
        }

        @Override
        public Optional<String> named() {
            return Optional.of(name);
        }

        @Override
        public String params() {
            return NAME + Message.quoted(name) + ARGUMENTS + arguments.orElse("{}");
        }

        @Override
        public CallResult result(UpstreamCall call, ResultBuffer out) {
            return new ToolResult(out);
        }

        @Override
        public UpstreamRequest with(Supplier<String> inputs) {
            return arguments.isPresent() ? this : new Tool(name, Optional.of(inputs.get()), mirrored);
        }

        @Override
        public Map<String, String> repeated(Optional<Reservation> memory) {
            if (mirrored.isEmpty() || arguments.isEmpty()) {
                return Map.of();
            }
            memory.ifPresent(it -> it.take(TREE * arguments.get().length()));
            var tree = EXACT.readTree(arguments.get());
            var repeated = new LinkedHashMap<String, String>();
            for (var input : mirrored) {
                var value = tree;
                for (var member : input.path()) {
                    value = value.path(member);
                }
                if (value.isValueNode() && !value.isNull()) {
                    repeated.put(input.name(), text(value));
                }
            }
            return repeated;
        }

        /** An integer may be written as 42.0 or 4.2e1, and the other server may compare texts. */
        private static String text(JsonNode value) {
            if (!value.isNumber()) {
                return value.asString();
            }
            var number = value.decimalValue();
            return Math.abs((long) number.scale()) <= MirroredInput.MOST_DIGITS
                    ? number.stripTrailingZeros().toPlainString()
                    : number.toString();
        }
    }

    /** @param arguments a JSON object of strings */
    record Prompt(String name, String arguments) implements UpstreamRequest {
        @Override
        public String method() {
            return "prompts/get";
        }

        @Override
        public Optional<String> named() {
            return Optional.of(name);
        }

        @Override
        public String params() {
            return NAME + Message.quoted(name) + ARGUMENTS + arguments;
        }

        @Override
        public CallResult result(UpstreamCall call, ResultBuffer out) {
            return new PromptMessages(out);
        }

        @Override
        public UpstreamRequest with(Supplier<String> inputs) {
            return new Prompt(name, inputs.get());
        }
    }

    /** A fixed one, or one of a template. */
    record Resource(String uri) implements UpstreamRequest {
        @Override
        public String method() {
            return "resources/read";
        }

        @Override
        public Optional<String> named() {
            return Optional.of(uri);
        }

        @Override
        public String params() {
            return URI + Message.quoted(uri);
        }

        @Override
        public CallResult result(UpstreamCall call, ResultBuffer out) {
            var client = call.origin().client();
            return new ResourceContents(
                    uri,
                    client.reads().orElse(uri),
                    other -> client.hasElsewhere(other, call.action().adapter()),
                    out);
        }
    }

    /** Of an argument of a prompt or template. @param members of the parameters beside the reference, as a JSON object */
    record Completion(Action.OnServer of, String members) implements UpstreamRequest {
        @Override
        public String method() {
            return "completion/complete";
        }

        @Override
        public Optional<String> capability() {
            return Optional.of("completions");
        }

        @Override
        public String params() {
            return "\"ref\":{\"type\":" + reference() + Message.quoted(of.named()) + "},"
                    + members.substring(1, members.length() - 1);
        }

        private String reference() {
            return switch (of.defines()) {
                case TOOL, PROMPT -> "\"ref/prompt\"," + NAME;
                case RESOURCE, TEMPLATE -> "\"ref/resource\"," + URI;
            };
        }

        @Override
        public CallResult result(UpstreamCall call, ResultBuffer out) {
            return new CompletionValues(out);
        }

        @Override
        public UpstreamRequest with(Supplier<String> inputs) {
            var given = new Completion(of, inputs.get());
            if (of.defines() == UpstreamDefinition.TEMPLATE) {
                given.requireInward();
            }
            return given;
        }

        /** Values of a template are parts of a URI. The typed one may end with a dot, as the beginning of a name. */
        private void requireInward() {
            var values = JsonMapper.shared().readTree(members);
            UriExpansion.requireInward(values.at("/argument/value").asString("").replaceFirst("(?<![.])[.]$", ""));
            values.at("/context/arguments").forEach(value -> UriExpansion.requireInward(value.asString("")));
        }
    }
}
