"""The process in which a submission runs. It can import Pacgrid's world and this package."""
