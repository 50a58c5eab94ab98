"""Writes a film as an MP4 that every browser plays, with PyAV."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

from pacgrid.render.pictures.film import Film
from pacgrid.render.sprites import Bytes

CODEC = "libx264"
_OPTIONS = {"crf": "20", "bf": "0", "mbtree": "0", "threads": "1"}
"""With frames that look ahead (`bf`), what follows from looking ahead (`mbtree`), or threads of its
own number, x264 doesn't make the same file each time and everywhere."""


def has_codec() -> bool:
    """Whether this PyAV can make such videos; some builds leave the codec out."""
    return CODEC in av.codecs_available


def write_mp4(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are, as H.264. Raises OSError."""
    rate = Fraction(film.rate).limit_denominator(1000)
    space, range_ = Colorspace.ITU709, ColorRange.MPEG
    try:
        with av.open(path, "w", format="mp4", options={"movflags": "faststart"}) as file:
            stream = file.add_stream(CODEC, rate=rate, options=_OPTIONS)
            assert isinstance(stream, av.VideoStream)
            stream.width, stream.height = film.size
            stream.pix_fmt, stream.colorspace, stream.color_range = "yuv420p", space, range_
            stream.color_primaries, stream.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
            for picture in pictures:
                frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
                frame = frame.reformat(
                    format="yuv420p", dst_colorspace=space, dst_color_range=range_, threads=1
                )
                file.mux(stream.encode(frame))
            file.mux(stream.encode())
    except av.FFmpegError as error:
        raise OSError(error.errno, error.strerror) from None
