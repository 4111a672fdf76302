package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** Logs and traces of the replicas. */
@ValidationRule(
        value = "!has(self.statementComments) || self.statementComments != 'Trace' || has(self.otlp)",
        message = "statementComments: Trace needs otlp, which decides what calls are traced")
public record Telemetry(
        @JsonPropertyDescription(
                "OpenTelemetry collector that receives traces of calls. Default: calls are not traced.")
        Optional<Otlp> otlp,

        @JsonPropertyDescription("Least severe records that are logged: Error, Warn, Info (default) or Debug.")
        Optional<LogLevel> logLevel,

        @JsonPropertyDescription("Records of calls, one line of JSON each on standard output. Default: none.")
        Optional<Audit> audit,

        @JsonPropertyDescription(
                "What a comment in each SQL statement tells the database, in the format of SQLCommenter: None (default), Tool (server and definition), or Trace (also the trace and a hash of the caller, of calls that are traced).")
        Optional<StatementComments> statementComments,

        @JsonPropertyDescription(
                "Metrics of calls with the name of the tool as label: Enabled or Disabled (default). At most 200 tools of a replica have series of their own; the others share one.")
        Optional<ToolMetrics> toolMetrics) {
    /** Comments in statements. */
    public enum StatementComments {
        None,
        Tool,
        /** {@link #Tool}, and more of calls that are traced. */
        Trace,
        Unrecognized
    }

    /** Whether metrics tell tools apart. */
    public enum ToolMetrics {
        Enabled,
        Disabled,
        Unrecognized
    }

    /** Records of calls. */
    public record Audit(
            @JsonPropertyDescription("Enabled (default) or Disabled.")
            Optional<AuditMode> mode,

            @JsonPropertyDescription(
                    "Omitted (default), or Redacted: without values whose names look like credentials.")
            Optional<AuditArguments> arguments) {}

    /** Whether calls leave records. */
    public enum AuditMode {
        Enabled,
        Disabled,
        Unrecognized
    }

    /** The part of the arguments that is in a record. */
    public enum AuditArguments {
        Omitted,
        Redacted,
        Unrecognized
    }

    /** A collector. */
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
            Optional<String> samplingRatio,

            @JsonPropertyDescription(
                    "What is sent beside traces: Metrics, and Audit, the records of calls where they are enabled.")
            @AtomicList
            @Size(max = 2)
            List<Signal> signals) {}

    /** Signals that a collector gets beside traces. */
    public enum Signal {
        Metrics,
        Audit,
        Unrecognized
    }

    /** How telemetry is sent. */
    public enum Protocol {
        Grpc,
        HttpProtobuf,
        Unrecognized
    }

    /** Severity of log records. */
    public enum LogLevel {
        Error,
        Warn,
        Info,
        Debug,
        Unrecognized
    }
}
