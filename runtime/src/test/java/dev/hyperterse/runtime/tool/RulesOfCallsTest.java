package dev.hyperterse.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.scripts.ScriptLinker;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rules that read the inputs of a tool: they decide after validation and before the database, which there is none of. */
class RulesOfCallsTest {
    private static final String ADMITTED = "unavailable: ";
    private static final String DENIED = "auth: not for you";

    private static final Principal ANN = new Principal(
            Optional.of("sso"),
            Optional.of("ann"),
            Set.of("read"),
            Set.of(),
            claims("{\"tenant\":\"acme\",\"most\":10}"));

    private static final Inputs OPEN = new Inputs.BySchema(
            JsonMapper.shared().readTree("{\"type\":\"object\",\"properties\":{\"known\":{\"type\":\"integer\"}}}"),
            List.of(Input.of("known", InputType.INT, true)));

    @AutoClose
    private final TestCalls calls;

    RulesOfCallsTest(@TempDir Path folder) {
        this.calls = new TestCalls(folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            inputs.tenant == principal.claims.tenant ; {"tenant":"acme"}                        ; true
            inputs.tenant == principal.claims.tenant ; {"tenant":"bolt"}                        ; false
            inputs.tenant == principal.claims.tenant ; {"tenant":"Acme"}                        ; false
            inputs.tenant == principal.claims.tenant ; {}                                       ; false
            inputs.tenant == principal.claims.tenant ; {"tenant":null}                          ; false
            inputs.tenant == principal.claims.absent ; {"tenant":"acme"}                        ; false
            inputs.amount <= principal.claims.most   ; {"amount":"9"}                           ; true
            inputs.amount <= principal.claims.most   ; {"amount":11}                            ; false
            inputs.amount < 9223372036854775807 - 1  ; {"amount":9223372036854775807}           ; false
            inputs.rate < 0.5                        ; {"rate":0.25}                            ; true
            inputs.rate < 0.5                        ; {"rate":1e300}                           ; false
            inputs.ids.all(id, id < 5)               ; {"ids":[1,2,3]}                          ; true
            inputs.ids.all(id, id < 5)               ; {"ids":[1,2,7]}                          ; false
            size(inputs.ids) <= 2                    ; {"ids":[1,2,3]}                          ; false
            inputs.filter.tenant == 'acme'           ; {"filter":{"tenant":"acme"}}             ; true
            inputs.filter.tenant == 'acme'           ; {"filter":{"tenant":["acme"]}}           ; false
            inputs.filter.tenant == 'acme'           ; {"filter":{"Tenant":"acme"}}             ; false
            !has(inputs.amount)                      ; {}                                       ; true
            !has(inputs.amount)                      ; {"amount":1}                             ; false
            headers['x-team'] == 'blue'              ; {}                                       ; false""")
    void rulesDecideWithValidatedValues(String expression, String arguments, boolean admitted) {
        var tool = tool(expression);

        assertThat(calls.run(tool, arguments, ANN)).startsWith(admitted ? ADMITTED : DENIED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            {"amount":"many"}                  ; validation
            {"tenant":"acme","tenant":"bolt"}  ; validation""")
    void invalidArgumentsAreRefusedBeforeRules(String arguments, String stage) {
        assertThat(calls.run(tool("true || inputs.tenant == ''"), arguments, ANN))
                .startsWith(stage);
    }

    /**
     * A schema may allow members that are no inputs. A script or another server gets them, so rules see them too; but none
     * is met by one, because the tool may not read it.
     */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            !has(inputs.tenant) || inputs.tenant == principal.claims.tenant ; {"tenant":"acme"}         ; true
            !has(inputs.tenant) || inputs.tenant == principal.claims.tenant ; {"tenant":"bolt"}         ; false
            !has(inputs.tenant) || inputs.tenant == principal.claims.tenant ; {"tenant":null}           ; true
            !has(inputs.tenant) || inputs.tenant == principal.claims.tenant ; {}                        ; true
            inputs.known < 5 && size(inputs) == 1                           ; {"known":4}               ; true
            inputs.known < 5 && size(inputs) == 1                           ; {"known":4,"other":[1]}   ; false
            !has(inputs.filter) || inputs.filter.most <= 10                 ; {"filter":{"most":10}}    ; true
            !has(inputs.filter) || inputs.filter.most <= 10                 ; {"filter":{"most":10.5}}  ; false
            inputs.tenant == principal.claims.tenant                        ; {"tenant":"acme"}         ; false""")
    void rulesSeeMembersThatTheSchemaDoesNotName(String expression, String arguments, boolean admitted) {
        var passedOn = new Action.CallTool("other", "orders", Optional.empty(), true, Optional.empty());

        assertThat(calls.run(tool(expression, OPEN, Optional.of(passedOn)), arguments, ANN))
                .startsWith(admitted ? ADMITTED : DENIED);
    }

    /** A statement reads its inputs alone. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            !has(inputs.tenant) ; {"tenant":"bolt"} ; true
            inputs.tenant == principal.claims.tenant ; {"tenant":"acme"} ; false""")
    void rulesOfAStatementSeeItsInputsAlone(String expression, String arguments, boolean admitted) {
        assertThat(calls.run(tool(expression, OPEN, Optional.empty()), arguments, ANN))
                .startsWith(admitted ? ADMITTED : DENIED);
    }

    private static LinkedTool tool(String expression) {
        return tool(
                expression,
                new Inputs.Declared(List.of(
                        Input.of("tenant", InputType.STRING, true),
                        Input.of("amount", InputType.INT, true),
                        Input.of("rate", InputType.FLOAT, true),
                        Input.listOf("ids", InputType.INT, true),
                        Input.of("filter", InputType.OBJECT, true))),
                Optional.empty());
    }

    private static LinkedTool tool(String expression, Inputs inputs, Optional<Action> action) {
        var leaf = Leaves.tool("orders", "Orders");
        var rule = Rules.rule(expression, Optional.of("not for you"));
        var tool = leaf.with(draft -> {
            draft.inputs = inputs;
            action.ifPresent(it -> draft.action = it);
            draft.access = Optional.of(AccessPolicy.of(List.of(rule)));
        });
        return new ActionLinker(ScriptLinker.none()).link(tool, new LinkSettings(Map.of(), ValueSet.empty()));
    }

    private static Map<String, JsonNode> claims(String json) {
        var claims = new HashMap<String, JsonNode>();
        JsonMapper.shared().readTree(json).forEachEntry(claims::put);
        return claims;
    }
}
