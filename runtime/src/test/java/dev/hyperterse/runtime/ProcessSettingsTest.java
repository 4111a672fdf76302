package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.runtime.ProcessSettings.Source;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessSettingsTest {
    private static final Map<String, String> POD = Map.of(
            "KUBERNETES_SERVICE_HOST", "10.0.0.1",
            "KUBERNETES_SERVICE_PORT", "443",
            "HYPERTERSE_NAMESPACE", "gateways",
            "HYPERTERSE_SERVER", "shop",
            "HYPERTERSE_POD_IP", "10.1.2.3");

    @Test
    void podReadsItsCatalogFromTheCluster() {
        var settings = ProcessSettings.of(POD);

        assertThat(settings.source()).isInstanceOfSatisfying(Source.Cluster.class, cluster -> {
            assertThat(cluster.server()).isEqualTo("shop");
            assertThat(cluster.access().namespace()).isEqualTo("gateways");
            assertThat(cluster.copyFolder()).isEqualTo(Path.of("/var/lib/hyperterse/catalog"));
        });
        assertThat(settings.dataDirectory()).isEqualTo(Path.of("/var/lib/hyperterse/data"));
        assertThat(settings.publicAddress().getPort()).isEqualTo(8080);
        assertThat(settings.adminAddress().getPort()).isEqualTo(9090);
    }

    @ParameterizedTest
    @CsvSource({"10.1.2.3, true, 0.0.0.0", "127.3.2.1, false, 127.3.2.1", "fd00::1, true, 0.0.0.0", "'', true, 0.0.0.0"
    })
    void onlyPodsThatShareAMachineListenOnOneAddress(String podIp, boolean all, String address) {
        var settings = ProcessSettings.of(with("HYPERTERSE_POD_IP", podIp));

        assertThat(settings.listenOn().isAnyLocalAddress()).isEqualTo(all);
        assertThat(settings.listenOn().getHostAddress()).isEqualTo(address);
    }

    @Test
    void renderedCatalogNeedsNoCluster() {
        var settings = ProcessSettings.of(Map.of("HYPERTERSE_CATALOG", "/catalog", "HYPERTERSE_PORT", "0"));

        assertThat(settings.source()).isEqualTo(new Source.Rendered(Path.of("/catalog")));
        assertThat(settings.publicAddress().getPort()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KUBERNETES_SERVICE_HOST", "HYPERTERSE_NAMESPACE", "HYPERTERSE_SERVER"})
    void missingVariableIsNamed(String variable) {
        var environment = new HashMap<>(POD);
        environment.remove(variable);

        assertThatThrownBy(() -> ProcessSettings.of(environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(variable)
                .hasMessageContaining("HYPERTERSE_CATALOG");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "-1", "65536", ""})
    void invalidPortIsRefused(String port) {
        assertThatThrownBy(() -> ProcessSettings.of(with("HYPERTERSE_ADMIN_PORT", port)))
                .hasMessage("HYPERTERSE_ADMIN_PORT is not a port: " + port);
    }

    private static Map<String, String> with(String name, String value) {
        var environment = new HashMap<>(POD);
        environment.put(name, value);
        return environment;
    }
}
