package dev.hyperterse.compiler.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.statement.Word;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.statement.sql.StatementEffect;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandCompilerTest {
    private static final List<Input> INPUTS = List.of(
            Input.of("id", InputType.STRING, false),
            Input.of("count", InputType.INT, false),
            Input.listOf("keys", InputType.STRING, false),
            Input.of("doc", InputType.OBJECT, false),
            Input.of("maybe", InputType.STRING, true));

    /** Words are shown between angle brackets; an input as its name in braces, a list with a star. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    GET a                                | <GET> <a>
                    get  a                               | <get> <a>
                    GET u:{{ inputs.id }}                | <GET> <u:{id}>
                    GET {{ inputs.id }}:{{ env.REGION }} | <GET> <{id}:{REGION}>
                    SET k "{{ inputs.id }} x"            | <SET> <k> <{id} x>
                    SET k '{{ inputs.id }}'              | <SET> <k> <{id}>
                    SET k ""                             | <SET> <k> <>
                    SET k "a\\"b\\x41\\n"                | <SET> <k> <a"bA%n>
                    SET k "\\xc3\\xa9"                   | <SET> <k> <é>
                    SET k 'a\\'b\\n'                     | <SET> <k> <a'b\\n>
                    SET k pre"fix"                       | <SET> <k> <prefix>
                    SET k {{{{x}}                        | <SET> <k> <{{x}}>
                    SET k {{ inputs.doc }}               | <SET> <k> <{doc}>
                    SET k {{ inputs.count }}             | <SET> <k> <{count}>
                    MGET {{ inputs.keys !spread }}       | <MGET> <{keys}*>
                    SET k {{ inputs.keys !json }}        | <SET> <k> <{keys}>
                    GET {{ principal.subject }}          | <GET> <{subject}>
                    """)
    void wordsAreThoseOfRedisCli(String text, String words) {
        assertThat(shown(compiled(text)))
                .isEqualTo(words.strip().replace("%n", "\n").replace("\\\\", "\\"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    ''                                   | empty-command
                    GET "a                               | unterminated-quote
                    GET 'a                               | unterminated-quote
                    GET "a"b                             | text-behind-quote
                    SET k "\\xff"                        | binary-word
                    {{ inputs.id }} a                    | command-is-literal
                    GE{{ inputs.id }} a                  | command-is-literal
                    OBJECT {{ inputs.id }} a             | command-is-literal
                    OBJECT                               | unknown-command
                    JSON.GET a                           | unknown-command
                    BLPOP a 0                            | refused-command
                    WAIT 1 0                             | refused-command
                    SELECT 1                             | refused-command
                    MULTI                                | refused-command
                    SUBSCRIBE a                          | refused-command
                    PUBLISH a b                          | refused-command
                    EVAL "return 1" 0                    | refused-command
                    EVAL_RO "return 1" 0                 | refused-command
                    FCALL f 0                            | refused-command
                    CONFIG GET x                         | refused-command
                    MODULE LOAD x                        | refused-command
                    FLUSHALL                             | refused-command
                    KEYS *                               | refused-command
                    SORT a                               | refused-command
                    XREAD BLOCK 0 STREAMS s 0            | blocking-option
                    XREAD {{ inputs.id }} 0 STREAMS s 0  | options-are-literal
                    GET {{ inputs.nothing }}             | unknown-input
                    GET {{ env.SECRET }}                 | environment-not-granted
                    GET {{ inputs.maybe }}               | value-may-be-absent
                    GET "x{{ inputs.maybe }}"            | value-may-be-absent
                    MGET {{ inputs.keys }}               | list-position
                    MGET a{{ inputs.keys !spread }}      | filter-not-applicable
                    MGET "{{ inputs.keys !spread }}"     | filter-not-applicable
                    MGET {{ inputs.id !spread }}         | filter-not-applicable
                    GET {{ inputs.id !like }}            | unknown-filter
                    SET k x{{ inputs.doc }}              | json-in-text
                    GET {{ inputs.id                     | malformed-placeholder
                    """)
    void commandThatCannotBeSentIsRefused(String text, String rule) {
        var problems = problems(text.strip().equals("''") ? "" : text, Access.ReadWrite);
        assertThat(problems).extracting(Problem::rule).contains(rule);
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.remedy()).isNotBlank();
            assertThat(problem.position()).isPresent();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SET a b", "GETDEL a", "getex a", "PFADD a b", "SPOP a", "BITFIELD a GET u8 0", "XADD s * a b"})
    void writesNeedAnAdapterThatWrites(String text) {
        assertThat(problems(text, Access.ReadOnly)).extracting(Problem::rule).containsExactly("write-on-read-only");
        assertThat(problems(text, Access.ReadWrite)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET a,1",
        "BITOP AND a b,2",
        "ZUNION 2 a b,2",
        "OBJECT ENCODING a,2",
        "XREAD COUNT 2 STREAMS s 0,4",
        "XREAD STREAMS s 0,2"
    })
    void theKeyIsWhereTheCommandHasIt(String text, int key) {
        assertThat(compiled(text).key()).contains(key);
    }

    @ParameterizedTest
    @CsvSource({"GET a,NONE", "SADD a b,ADDS", "SET a b,CHANGES", "XADD s * a b,CHANGES"})
    void hintsFollowFromTheCommand(String text, StatementEffect effect) {
        assertThat(new CommandCompiler().compile(source(text, Access.ReadWrite)).valid())
                .map(CompiledCommand::effect)
                .contains(effect);
    }

    @Test
    void noCommandIsBothKnownAndRefused() {
        assertThat(KnownCommands.all()).allSatisfy(command -> assertThat(RefusedCommand.of(command.name()))
                .isEmpty());
    }

    private static Command compiled(String text) {
        return new CommandCompiler()
                .compile(source(text, Access.ReadWrite))
                .valid()
                .map(CompiledCommand::command)
                .orElseThrow(() ->
                        new AssertionError(problems(text, Access.ReadWrite).toString()));
    }

    private static List<Problem> problems(String text, Access access) {
        return new CommandCompiler().compile(source(text, access)).problems();
    }

    private static CommandSource source(String text, Access access) {
        // A bar separates the columns above.
        return new CommandSource("spec.statement.text", text.replace('!', '|'), access, INPUTS, Set.of("REGION"));
    }

    private static String shown(Command command) {
        return command.words().stream()
                .map(word -> switch (word) {
                    case Word.Fixed(var text) -> "<" + text + ">";
                    case Word.Bound(var value) -> "<" + shown(value) + ">";
                    case Word.Spread(var list) -> "<" + shown(list) + "*>";
                })
                .collect(Collectors.joining(" "));
    }

    private static String shown(Value value) {
        return switch (value) {
            case Value.Whole(var reference) -> shown(reference);
            case Value.WholeOr(var reference, var instead) -> shown(reference) + "?" + instead;
            case Value.Concatenation(var pieces) ->
                pieces.stream()
                        .map(piece -> switch (piece) {
                            case Value.Literal(var text) -> text;
                            case Value.Inserted(var reference, var like) -> shown(reference);
                        })
                        .collect(Collectors.joining());
        };
    }

    private static String shown(Reference reference) {
        return switch (reference) {
            case Reference.Input(var name) -> "{" + name + "}";
            case Reference.Environment(var name) -> "{" + name + "}";
            case Reference.PrincipalPlugin() -> "{plugin}";
            case Reference.PrincipalSubject() -> "{subject}";
            case Reference.PrincipalClaim(var name) -> "{" + name + "}";
        };
    }
}
