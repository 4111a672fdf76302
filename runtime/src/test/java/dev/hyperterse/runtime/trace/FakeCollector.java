package dev.hyperterse.runtime.trace;

import com.sun.net.httpserver.HttpServer;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes traces over gRPC and over HTTP, with the stubs and messages of OpenTelemetry's own definition. */
final class FakeCollector implements AutoCloseable {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final BlockingQueue<ResourceSpans> received = new LinkedBlockingQueue<>();
    private final List<Span> spans = new ArrayList<>();
    private final Server grpc;
    private final HttpServer http;

    FakeCollector() throws IOException {
        grpc = NettyServerBuilder.forAddress(ANY_PORT)
                .addService(new Service())
                .build()
                .start();
        http = HttpServer.create(ANY_PORT, 0);
        http.createContext("/v1/traces", exchange -> {
            take(ExportTraceServiceRequest.parseFrom(exchange.getRequestBody().readAllBytes()));
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        http.start();
    }

    String grpcUrl() {
        return "http://127.0.0.1:" + grpc.getPort();
    }

    String httpUrl() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Waits for the span of that name. */
    Span await(String name) throws InterruptedException {
        while (true) {
            var found =
                    spans.stream().filter(span -> span.getName().equals(name)).findFirst();
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
    String text() {
        return spans + " " + received;
    }

    private void take(ExportTraceServiceRequest request) {
        received.addAll(request.getResourceSpansList());
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
