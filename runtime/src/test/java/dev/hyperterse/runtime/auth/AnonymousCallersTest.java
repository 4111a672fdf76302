package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server with {@code allow_all} beside a key and a token: which callers pass anonymously, over HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class AnonymousCallersTest {
    private static final String KEY = "acme-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String WHOAMI = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"execute\",\"arguments\":{\"tool\":\"whoami\",\"inputs\":{}}}}";

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(guarded());

    AnonymousCallersTest() throws Exception {}

    /** The credentials of a caller, and the status of the response. */
    enum Shown {
        NOTHING(200) {
            @Override
            List<String> headers(Issuer issuer) {
                return List.of();
            }
        },
        A_SCHEME_THAT_NO_PLUGIN_READS(200) {
            @Override
            List<String> headers(Issuer issuer) {
                return List.of("Authorization", "Basic dXNlcjpwYXNz");
            }
        },
        AN_EXPIRED_TOKEN(401) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                var past = Date.from(Instant.now().minusSeconds(90));
                return bearer(Issuer.signed(issuer.claims().expirationTime(past).build(), issuer.key()));
            }
        },
        A_FORGED_TOKEN(401) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                return bearer(Issuer.signed(issuer.claims().build(), Issuer.key("first")));
            }
        },
        A_TOKEN_OF_ANOTHER_ISSUER(401) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                return bearer(Issuer.signed(
                        issuer.claims().issuer("https://login.example.com").build(), issuer.key()));
            }
        },
        A_TOKEN_OF_A_KEY_WITHOUT_PROOF(401) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                return List.of("Authorization", "DPoP " + Proofs.token(issuer, Issuer.key("holder")));
            }
        },
        A_TOKEN_TWICE(401) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                var token = "Bearer " + issuer.token();
                return List.of("Authorization", token, "Authorization", token);
            }
        },
        A_WRONG_KEY(401) {
            @Override
            List<String> headers(Issuer issuer) {
                return List.of("X-API-Key", "acme-0123456789abcdeX");
            }
        },
        AN_EMPTY_TOKEN(401) {
            @Override
            List<String> headers(Issuer issuer) {
                return List.of("Authorization", "Bearer ");
            }
        },
        A_WRONG_TOKEN_BEHIND_A_TAB(401) {
            @Override
            List<String> headers(Issuer issuer) {
                return List.of("Authorization", "Bearer\twrong");
            }
        },
        AN_EMPTY_KEY(401) {
            @Override
            List<String> headers(Issuer issuer) {
                return List.of("X-API-Key", "");
            }
        },
        A_WRONG_KEY_AND_A_FORGED_TOKEN(401) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                var token = "Bearer " + Issuer.signed(issuer.claims().build(), Issuer.key("first"));
                return List.of("X-API-Key", "acme-0123456789abcdeX", "Authorization", token);
            }
        },
        A_TOKEN_WHOSE_ISSUER_IS_DOWN(503) {
            @Override
            List<String> headers(Issuer issuer) throws Exception {
                issuer.answers(500);
                return bearer(issuer.token());
            }
        };

        private final int status;

        Shown(int status) {
            this.status = status;
        }

        abstract List<String> headers(Issuer issuer) throws Exception;

        private static List<String> bearer(String token) {
            return List.of("Authorization", "Bearer " + token);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyCallersWithoutCredentialsPassAnonymously(Shown shown) throws Exception {
        var answer = endpoint.post(WHOAMI, shown.headers(issuer).toArray(String[]::new));

        assertThat(answer.statusCode()).isEqualTo(shown.status);
        switch (shown.status) {
            case 200 -> assertThat(answer.body()).doesNotContain("acme", "ann");
            case 401 ->
                assertThat(answer.headers().allValues("WWW-Authenticate")).isNotEmpty();
            default -> assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void callerWithValidCredentialsHasItsIdentity() throws Exception {
        assertThat(endpoint.post(WHOAMI, "X-API-Key", KEY).body()).contains("acme");
        assertThat(endpoint.post(WHOAMI, "Authorization", "Bearer " + issuer.token())
                        .body())
                .contains("ann");
        assertThat(endpoint.post(WHOAMI, "Authorization", "Bearer x", "X-API-Key", KEY)
                        .body())
                .contains("acme");
    }

    private Catalog guarded() {
        var open = Servers.searching().catalog(1, Leaves.tool("whoami", "Says who calls"));
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(
                        new AuthPlugin.AllowAll(),
                        issuer.plugin(),
                        new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.of(Issuer.RESOURCE),
                Optional.empty());
        var digests = new ApiKeyDigests(Map.of(ApiKeyDigests.digest(KEY), "acme"));
        return new Catalog(
                open.revision(),
                open.server().with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, digests.write())));
    }
}
