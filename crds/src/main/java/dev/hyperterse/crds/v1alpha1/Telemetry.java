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
        @JsonPropertyDescription("Not supported yet: sends traces and metrics to a collector. Default: none are made.")
        Optional<Otlp> otlp,

        @JsonPropertyDescription("Least severe records that are logged: Error, Warn, Info (default) or Debug.")
        Optional<LogLevel> logLevel) {
    public Telemetry {
        otlp = Absent.orEmpty(otlp);
        logLevel = Absent.orEmpty(logLevel);
    }

    /** A collector of traces and metrics. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Otlp(
            @JsonPropertyDescription("Not supported yet: address of the collector, such as http://otel:4317.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            String endpoint,

            @JsonPropertyDescription("Not supported yet: Grpc (default) or HttpProtobuf.")
            Optional<Protocol> protocol,

            @JsonPropertyDescription(
                    "Not supported yet: share of calls that are traced, from \"0\" to \"1\". Default \"0.01\".")
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
