package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that accepts tokens of two issuers: failures of one affect its own callers only. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SeveralIssuersTest {
    @AutoClose
    private final Issuer first = new Issuer();

    @AutoClose
    private final Issuer second = new Issuer();

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final Authentications authentications = new Authentications(
            InstantSource.system(),
            new PluginScripts(ScriptLinker.none(), deadlines, new BufferBudget(1)),
            new TokenCache(InstantSource.system(), 8 << 20, new MetricRegistry()),
            8 << 20);

    private final AuthSettings settings = new AuthSettings(
            AuthSettings.Mode.Required,
            List.of(plugin("first", first), plugin("second", second)),
            Optional.of(Issuer.RESOURCE),
            Optional.empty());

    SeveralIssuersTest() throws Exception {}

    @Test
    void tokenIsVerifiedByItsOwnIssuerOnly() throws Exception {
        passed("second", second.token());
        passed("second", second.token());

        assertThat(first.requests()).isZero();
        assertThat(second.keyReads()).isOne();

        passed("first", first.token());
        assertThat(first.keyReads()).isOne();
        assertThat(second.keyReads()).isOne();
    }

    @Test
    void tokenOfAnUnknownIssuerCausesNoRead() throws Exception {
        var stranger = second.claims().issuer("https://login.example.com").build();
        var nameless = second.claims().issuer(null).build();

        for (var claims : List.of(stranger, nameless)) {
            var outcome = authenticate(Issuer.signed(claims, second.key()));
            assertThat(outcome.result()).isInstanceOf(AuthenticationResult.Refused.class);
            assertThat(outcome.challenges())
                    .as("one, though two refused it")
                    .singleElement()
                    .asString()
                    .startsWith("Bearer error=\"invalid_token\"");
        }
        assertThat(first.requests() + second.requests()).isZero();
    }

    @Test
    void hangingIssuerDelaysNoCallerOfAnother() throws Exception {
        first.hangs();
        var own = first.token();
        var known = second.token();
        passed("second", known);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = callers.submit(() -> authenticate(own).result());
            first.awaitAsked();

            passed("second", known);
            passed("second", Issuer.signed(second.claims().subject("bob").build(), second.key()));
            assertThat(authenticate(Issuer.signed(second.claims().build(), Issuer.key("unknown")))
                            .result())
                    .isInstanceOf(AuthenticationResult.Refused.class);

            assertThat(waiting).as("the caller of the first issuer still waits").isNotDone();
            first.close();
            assertThat(waiting.get()).isInstanceOf(AuthenticationResult.Unknown.class);
        }
    }

    @Test
    void tokensOfOtherIssuersDoNotUseUpTheReadsOfAnIssuer() throws Exception {
        passed("first", first.token());
        for (var number = 0; number < 50; number++) {
            authenticate(Issuer.signed(second.claims().build(), Issuer.key("unknown-" + number)));
            passed(
                    "second",
                    Issuer.signed(second.claims().subject("caller-" + number).build(), second.key()));
        }
        assertThat(first.keyReads()).isOne();

        // Without having announced it.
        first.publishes(Issuer.key("next"));

        passed("first", first.token());
    }

    @Test
    void reasonComesFromThePluginOfTheIssuer() throws Exception {
        var forged = Issuer.signed(second.claims().build(), Issuer.key("first"));

        var outcome = authenticate(forged);

        assertThat(outcome.result())
                .isInstanceOfSatisfying(AuthenticationResult.Refused.class, refused -> assertThat(refused.why())
                        .isEqualTo("the signature of the token cannot be verified"));
    }

    /** An unreachable issuer says nothing about its tokens; the refusal by the other plugin does not count. */
    @Test
    void unreachableIssuerLeavesItsTokensUndecided() throws Exception {
        second.answers(500);

        assertThat(authenticate(second.token()).result()).isInstanceOf(AuthenticationResult.Unknown.class);
        passed("first", first.token());
    }

    private void passed(String plugin, String token) {
        assertThat(authenticate(token).result())
                .isInstanceOfSatisfying(
                        AuthenticationResult.Passed.class,
                        passed -> assertThat(passed.principal().plugin()).contains(plugin));
    }

    private Authentication.Outcome authenticate(String token) {
        return authentications
                .of(settings, ValueSet.empty())
                .orElseThrow()
                .authenticate(name -> name.equals("Authorization") ? List.of("Bearer " + token) : List.of());
    }

    private static AuthPlugin plugin(String name, Issuer issuer) {
        return new AuthPlugin.Tokens(
                name,
                issuer.url(),
                List.of(Issuer.RESOURCE),
                Optional.empty(),
                "scope",
                Optional.empty(),
                Optional.empty());
    }
}
