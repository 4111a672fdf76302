package dev.hyperterse.runtime.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.access.AccessPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PolicyCheckTest {
    private static final AccessPolicy NOTHING =
            new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of(), Map.of());

    @Test
    void allScopesAreRequired() {
        var policy = scopes("orders:read", "orders:write");

        assertThat(policy.admits(caller(Set.of("orders:read", "orders:write", "more"), Set.of(), "{}")))
                .isTrue();
        assertThat(policy.admits(caller(Set.of("orders:read"), Set.of(), "{}"))).isFalse();
        assertThat(policy.missingScopes(caller(Set.of("orders:read"), Set.of(), "{}")))
                .containsExactly("orders:write");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Orders:read", "orders:read ", "orders:rea", "orders:read:all", "ORDERS:READ", "*", ""})
    void scopesAreComparedExactly(String scope) {
        assertThat(scopes("orders:read").admits(caller(Set.of(scope), Set.of(), "{}")))
                .isFalse();
    }

    @Test
    void oneGroupIsEnough() {
        var policy = PolicyCheck.ofServer(
                new AccessPolicy(Optional.empty(), Set.of(), Set.of("admins", "support"), Set.of(), Map.of()));

        assertThat(policy.admits(caller(Set.of(), Set.of("support", "others"), "{}")))
                .isTrue();
        assertThat(policy.admits(caller(Set.of(), Set.of("others"), "{}"))).isFalse();
        assertThat(policy.admits(caller(Set.of("admins"), Set.of(), "{}")))
                .as("a scope is no group")
                .isFalse();
    }

    @Test
    void subjectOfAnotherPluginIsNotAdmitted() {
        var policy =
                PolicyCheck.ofServer(new AccessPolicy(Optional.of("sso"), Set.of(), Set.of(), Set.of("ann"), Map.of()));

        assertThat(policy.admits(caller(Set.of(), Set.of(), "{}"))).isTrue();
        assertThat(policy.admits(Principal.named("partners", "ann"))).isFalse();
        assertThat(policy.admits(Principal.named("sso", "bob"))).isFalse();
        assertThat(policy.admits(Principal.ANONYMOUS)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"tenant": "acme"}               | true
            {"tenant": ["bolt", "acme"]}     | true
            {"tenant": "Acme"}               | false
            {"tenant": "acme "}              | false
            {"tenant": ["acme bolt"]}        | false
            {"tenant": {"acme": "acme"}}     | false
            {"tenant": [["acme"]]}           | false
            {"tenant": null}                 | false
            {"tenant": []}                   | false
            {"Tenant": "acme"}               | false
            {}                               | false""")
    void claimEqualsTheValueOrContainsItAsAnItem(String claims, boolean admitted) {
        assertThat(claim("tenant", "acme").admits(caller(Set.of(), Set.of(), claims)))
                .isEqualTo(admitted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            level                           | 3    | {"level": 3}
            staff                           | true | {"staff": true}
            org.unit                        | eu   | {"org": {"unit": "eu"}}
            https://shop.example.com/region | eu   | {"https://shop.example.com/region": "eu"}
            org.unit                        | eu   | {"org.unit": "eu", "org": {"unit": "us"}}""")
    void claimIsFoundByNameOrPath(String name, String value, String claims) {
        assertThat(claim(name, value).admits(caller(Set.of(), Set.of(), claims)))
                .isTrue();
    }

    @Test
    void noScopeIsMissingForACallerOutsideTheGroups() {
        var policy = PolicyCheck.ofServer(
                new AccessPolicy(Optional.empty(), Set.of("orders:read"), Set.of("admins"), Set.of(), Map.of()));

        assertThat(policy.missingScopes(caller(Set.of(), Set.of(), "{}"))).isEmpty();
    }

    @Test
    void emptyPolicyAdmitsEveryone() {
        assertThat(NOTHING.asksNothing()).isTrue();
        assertThat(PolicyCheck.ofServer(NOTHING).admits(Principal.ANONYMOUS)).isTrue();
    }

    private static PolicyCheck scopes(String... scopes) {
        return PolicyCheck.ofServer(new AccessPolicy(Optional.empty(), Set.of(scopes), Set.of(), Set.of(), Map.of()));
    }

    private static PolicyCheck claim(String name, String value) {
        return PolicyCheck.ofServer(
                new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of(), Map.of(name, value)));
    }

    private static Principal caller(Set<String> scopes, Set<String> groups, String claims) {
        var members = new HashMap<String, JsonNode>();
        JsonMapper.shared().readTree(claims).properties().forEach(it -> members.put(it.getKey(), it.getValue()));
        return new Principal(Optional.of("sso"), Optional.of("ann"), scopes, groups, members);
    }
}
