package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Logs and traces of the replicas. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Telemetry(
        @JsonPropertyDescription("Collector of OpenTelemetry that traces of calls are sent to. Default: none are made.")
        Optional<Otlp> otlp,

        @JsonPropertyDescription("Least severe records that are logged: Error, Warn, Info (default) or Debug.")
        Optional<LogLevel> logLevel) {
    public Telemetry {
        otlp = Absent.orEmpty(otlp);
        logLevel = Absent.orEmpty(logLevel);
    }

    /** A collector of traces. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Otlp(
            @JsonPropertyDescription("Address of the collector, such as http://otel:4317.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            String endpoint,

            @JsonPropertyDescription("Grpc (default) or HttpProtobuf.")
            Optional<Protocol> protocol,

            @JsonPropertyDescription(
                    "Share of the calls that are traced, from \"0\" to \"1\", of those whose client has not decided it. Default \"0.01\".")
            @Size(min = 1, max = Bounds.VERSION)
            @Pattern(Formats.RATIO)
            Optional<String> samplingRatio) {
        public Otlp {
            endpoint = Absent.orEmpty(endpoint);
            protocol = Absent.orEmpty(protocol);
            samplingRatio = Absent.orEmpty(samplingRatio);
        }
    }

    /** How telemetry is sent. */
    public enum Protocol {
        Grpc,
        HttpProtobuf,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }

    /** Severity of log records. */
    public enum LogLevel {
        Error,
        Warn,
        Info,
        Debug,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }
}
