package dev.hyperterse.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.admin.AdminAccess.Refusal;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminAccessTest {
    @ParameterizedTest
    @CsvSource({
        "GET, localhost:9090, , true, 0",
        "GET, 127.0.0.1, , true, 0",
        "GET, [::1]:9090, , true, 0",
        "GET, LOCALHOST, http://localhost:3000, true, 0",
        "GET, 10.1.2.3:9090, , false, 0",
        "GET, metrics.shop.svc, , false, 0",
        "GET, , , true, 403",
        "GET, evil.example:9090, , true, 403",
        "GET, 127.0.0.1.evil.example, , true, 403",
        "GET, localhost, https://evil.example, true, 403",
        "GET, localhost, null, true, 403",
        "GET, 10.1.2.3, https://evil.example, false, 403",
        "HEAD, localhost, , true, 405",
        "POST, localhost, , true, 405",
    })
    void pagesAndForeignNamesAreRefused(String method, String host, String origin, boolean overLoopback, int status) {
        var refusal = AdminAccess.refusal(method, Optional.ofNullable(host), Optional.ofNullable(origin), overLoopback);

        assertThat(refusal.map(Refusal::status).orElse(0)).isEqualTo(status);
    }
}
