package dev.hyperterse.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PrincipalTest {
    @ParameterizedTest
    @ValueSource(strings = {".", "..", "org.", ".org", "org..team", "org.none"})
    void invalidPathHasNoClaim(String path) {
        var claims = Map.of("org", JsonMapper.shared().readTree("{\"team\":\"sales\"}"));
        var principal = new Principal(Optional.of("sso"), Optional.of("ann"), Set.of(), Set.of(), claims);

        assertThat(principal.claim(path)).isEmpty();
        assertThat(principal.claim("org.team").orElseThrow().stringValue()).isEqualTo("sales");
    }
}
