package dev.hyperterse.testbed.otlp;

import com.sun.net.httpserver.HttpServer;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.collector.logs.v1.LogsServiceGrpc;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.collector.metrics.v1.MetricsServiceGrpc;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Takes traces, metrics and logs over gRPC and over HTTP, with the stubs and messages of OpenTelemetry's own definition. */
public final class FakeCollector implements AutoCloseable {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final BlockingQueue<ResourceSpans> received = new LinkedBlockingQueue<>();
    private final List<Span> spans = new ArrayList<>();
    private final List<Metric> metrics = new CopyOnWriteArrayList<>();
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Map<String, String> senders = new ConcurrentHashMap<>();
    private final Server grpc;
    private final HttpServer http;

    public FakeCollector() throws IOException {
        grpc = NettyServerBuilder.forAddress(ANY_PORT)
                .addService(new Service())
                .addService(new Metrics())
                .addService(new Logs())
                .build()
                .start();
        http = HttpServer.create(ANY_PORT, 0);
        answer("/v1/traces", body -> take(ExportTraceServiceRequest.parseFrom(body)));
        answer("/v1/metrics", body -> take(ExportMetricsServiceRequest.parseFrom(body)));
        answer("/v1/logs", body -> take(ExportLogsServiceRequest.parseFrom(body)));
        http.start();
    }

    private interface Reader {
        void read(InputStream body) throws IOException;
    }

    private void answer(String path, Reader reader) {
        http.createContext(path, exchange -> {
            reader.read(exchange.getRequestBody());
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
    }

    /** The metric of that name as it came last; waits for the first. */
    public Metric awaitMetric(String name) throws InterruptedException {
        return awaitMetric(name, _ -> true);
    }

    /** Waits for such a metric of that name: readings come again and again, and the first may be of the time before. */
    public Metric awaitMetric(String name, Predicate<Metric> wanted) throws InterruptedException {
        return await(() -> metrics.reversed().stream()
                .filter(metric -> metric.getName().equals(name))
                .filter(wanted)
                .findFirst());
    }

    /** The resource of the last metrics. */
    public Optional<String> sender(String attribute) {
        return Optional.ofNullable(senders.get(attribute));
    }

    /** Waits for a record that contains the text. */
    public LogRecord awaitRecord(String text) throws InterruptedException {
        return await(() -> records.stream()
                .filter(record -> record.getBody().getStringValue().contains(text))
                .findFirst());
    }

    public int records() {
        return records.size();
    }

    private static <T> T await(Supplier<Optional<T>> wanted) throws InterruptedException {
        while (true) {
            var found = wanted.get();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(5);
        }
    }

    public String grpcUrl() {
        return "http://127.0.0.1:" + grpc.getPort();
    }

    public String httpUrl() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Waits for the span of that name. */
    public Span await(String name) throws InterruptedException {
        return await(name, _ -> true);
    }

    /** Waits for such a span of that name. */
    public Span await(String name, Predicate<Span> wanted) throws InterruptedException {
        while (true) {
            var found = spans.stream()
                    .filter(span -> span.getName().equals(name))
                    .filter(wanted)
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            var next = received.poll(60, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no span " + name + " among " + spans);
            }
            next.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
        }
    }

    /** Everything that came until now, as text. */
    public String text() {
        return spans + " " + received + " " + metrics + " " + records;
    }

    private void take(ExportTraceServiceRequest request) {
        received.addAll(request.getResourceSpansList());
    }

    private void take(ExportMetricsServiceRequest request) {
        for (var resource : request.getResourceMetricsList()) {
            resource.getResource()
                    .getAttributesList()
                    .forEach(it -> senders.put(it.getKey(), it.getValue().getStringValue()));
            resource.getScopeMetricsList().forEach(scope -> metrics.addAll(scope.getMetricsList()));
        }
    }

    private void take(ExportLogsServiceRequest request) {
        request.getResourceLogsList().forEach(resource -> resource.getScopeLogsList()
                .forEach(scope -> records.addAll(scope.getLogRecordsList())));
    }

    private final class Metrics extends MetricsServiceGrpc.MetricsServiceImplBase {
        @Override
        public void export(ExportMetricsServiceRequest request, StreamObserver<ExportMetricsServiceResponse> answer) {
            take(request);
            answer.onNext(ExportMetricsServiceResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    private final class Logs extends LogsServiceGrpc.LogsServiceImplBase {
        @Override
        public void export(ExportLogsServiceRequest request, StreamObserver<ExportLogsServiceResponse> answer) {
            take(request);
            answer.onNext(ExportLogsServiceResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    private final class Service extends TraceServiceGrpc.TraceServiceImplBase {
        @Override
        public void export(ExportTraceServiceRequest request, StreamObserver<ExportTraceServiceResponse> answer) {
            take(request);
            answer.onNext(ExportTraceServiceResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    @Override
    public void close() {
        grpc.shutdownNow();
        http.stop(0);
    }
}
