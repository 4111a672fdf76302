FROM debian:13-slim
ADD hyperterse-VERSION-linux-x86_64.tar.gz /opt/
COPY shop /etc/hyperterse/shop
USER 65532:65532
ENV STATE_DIRECTORY=/tmp/hyperterse
EXPOSE 8080
ENTRYPOINT ["/opt/hyperterse-VERSION/bin/hyperterse", "serve", "/etc/hyperterse/shop"]
