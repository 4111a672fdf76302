package dev.hyperterse.telemetry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageFormatTest {
    /** Of Prometheus 2 and 3, the Collector and others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/openmetrics-text",
                "APPLICATION/OpenMetrics-Text ; Version=1.0.0 ; Q=1.000",
                "application/openmetrics-text; version=\"1.0.0\"; charset=utf-8",
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                        + "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
                "text/plain, application/openmetrics-text",
                "application/openmetrics-text;q=0.5, text/plain",
                "*/*;q=0.5, application/openmetrics-text;q=0.5",
                "text/plain;version=1.0.0, application/openmetrics-text;q=0.1",
                "text/plain;q=0, application/openmetrics-text;q=0.001",
                "text/plain;q=0.1, text/*, */*, application/openmetrics-text;q=0.2",
                ",,;;=,application/openmetrics-text,;q=",
            })
    void whoNamesOpenMetricsGetsIt(String accept) {
        assertThat(PageFormat.accepted(accept)).isEqualTo(PageFormat.OPEN_METRICS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "*/*",
                "text/plain",
                "text/*",
                "text/html",
                "application/*",
                "application/json, image/png",
                "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
                "application/openmetrics-text;q=0",
                "application/openmetrics-text;q=0.000, */*",
                "application/openmetrics-text;version=0.0.1",
                "application/openmetrics-text;version=2.0.0",
                "application/openmetrics",
                "application/openmetrics-textual",
                "x application/openmetrics-text",
            })
    void everyoneElseGetsText(String accept) {
        assertThat(PageFormat.accepted(accept)).isEqualTo(PageFormat.TEXT);
    }
}
