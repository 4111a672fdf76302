package dev.hyperterse.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecordedCallTest {
    private final List<SpanData> ended = new ArrayList<>();

    @AutoClose
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(new Kept()))
            .build();

    @Test
    void stageThatThrowsEndsAsAFailure() {
        var tracer = provider.get("test");
        var call = new RecordedCall(tracer, tracer.spanBuilder("call").startSpan());

        assertThatThrownBy(() -> call.stage("run", () -> {
                    throw new IllegalStateException("a bug");
                }))
                .isInstanceOf(IllegalStateException.class);

        var stage = ended.getFirst();
        assertThat(stage.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(stage.getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("internal");
    }

    private final class Kept implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            ended.addAll(spans);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
